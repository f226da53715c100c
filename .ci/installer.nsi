; The installer for Windows: for the user alone, without a page to read and a button to look for. It shows how far it is in
; a window of the system, and then asks in a box of the system, which every screen reader reads. /S says and asks nothing.
; .ci/windows_installer gives VERSION, FILES (those of the folder for players, as lines of this language), COMPRESSOR and
; RESULT, and SIGN, a command, where there is a certificate.
Target amd64-unicode ; as the folder is, which no Windows with 32 bits can start
Unicode true
SetCompressor /SOLID ${COMPRESSOR}
SetDateSave off
RequestExecutionLevel user
ManifestSupportedOS Win10
!include FileFunc.nsh
!include LogicLib.nsh
!define KEY Software\Microsoft\Windows\CurrentVersion\Uninstall\playroom
!define HOME $LOCALAPPDATA\playroom
; What lets every terminal know the command playroom: Windows has this folder on the path of each user.
!define COMMAND $LOCALAPPDATA\Microsoft\WindowsApps
!ifdef SIGN
  !finalize '${SIGN}'
  !uninstfinalize '${SIGN}'
!endif

!macro language NAME
  LoadLanguageFile "${NSISDIR}\Contrib\Language files\${NAME}.nlf"
!macroend
!insertmacro language English
!insertmacro language German
!insertmacro language Spanish
!insertmacro language French
!insertmacro language Italian
!insertmacro language Polish
!insertmacro language PortugueseBR
!insertmacro language Russian
!include /CHARSET=UTF8 installer_words.nsh

Name "$(NAME)"
Caption "$(NAME) ${VERSION}"
UninstallCaption "$(NAME)"
OutFile "${RESULT}"
AutoCloseWindow true
ShowInstDetails nevershow
ShowUninstDetails nevershow
Page instfiles
UninstPage instfiles

; No other folder: what is there is the installer's own, and goes as a whole.
Function .onInit
  StrCpy $INSTDIR "$LOCALAPPDATA\Programs\playroom"
FunctionEnd

; The earlier version stands aside until the new one is there: a program that runs, or a full disk, loses nothing.
Section
  SetDetailsPrint none
  RMDir /r "$INSTDIR.old"
  ${If} ${FileExists} "$INSTDIR\*.*"
    ClearErrors
    Rename "$INSTDIR" "$INSTDIR.old"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
      SetErrorLevel 3
      Abort
    ${EndIf}
  ${EndIf}
  !include /CHARSET=UTF8 "${FILES}"
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Playroom.lnk" "$INSTDIR\playroom.cmd" "" "" 0 SW_SHOWNORMAL CONTROL|ALT|P "$(NAME)"
  CreateDirectory "${COMMAND}"
  FileOpen $0 "${COMMAND}\playroom.cmd" w
  FileWrite $0 '@"%LOCALAPPDATA%\Programs\playroom\playroom.cmd" %*$\r$\n'
  FileClose $0
  WriteRegStr HKCU "${KEY}" DisplayName "Playroom"
  WriteRegStr HKCU "${KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKCU "${KEY}" Publisher "The playroom volunteers"
  WriteRegStr HKCU "${KEY}" InstallLocation "$INSTDIR"
  WriteRegStr HKCU "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" QuietUninstallString '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" NoModify 1
  WriteRegDWORD HKCU "${KEY}" NoRepair 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${KEY}" EstimatedSize $0
  RMDir /r "$INSTDIR.old"
SectionEnd

Function .onInstFailed
  ${If} ${FileExists} "$INSTDIR.old\*.*"
    SetOutPath "$TEMP"
    RMDir /r "$INSTDIR"
    Rename "$INSTDIR.old" "$INSTDIR"
  ${EndIf}
FunctionEnd

Function .onInstSuccess
  MessageBox MB_YESNO "$(INSTALLED)" /SD IDNO IDNO end
  ExecShell "" "$SMPROGRAMS\Playroom.lnk"
  end:
FunctionEnd

Function un.onInit
  StrCpy $0 no
  MessageBox MB_YESNOCANCEL|MB_ICONQUESTION|MB_DEFBUTTON2 "$(REMOVE)" /SD IDNO IDNO end IDYES all
  Abort
  all:
  StrCpy $0 all
  end:
FunctionEnd

Section Uninstall
  SetAutoClose true
  SetDetailsPrint none
  SetOutPath "$TEMP"
  ClearErrors
  Rename "$INSTDIR" "$INSTDIR.old"
  ${If} ${Errors}
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
    SetErrorLevel 3
    Abort
  ${EndIf}
  RMDir /r "$INSTDIR.old"
  Delete "$SMPROGRAMS\Playroom.lnk"
  Delete "${COMMAND}\playroom.cmd"
  DeleteRegKey HKCU "${KEY}"
  ${If} $0 == all
    RMDir /r "${HOME}"
  ${EndIf}
SectionEnd
