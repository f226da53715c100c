/* A stand-in for nvdaControllerClient64.dll, by which programs speak through NVDA.

   The folder named by NVDA_STAND_IN holds "calls", where each call is a line with the seconds since 1970, the name
   of the call and its text, with tabs between; and "off" while NVDA does not run: every call then fails as it does
   where no NVDA answers. Without that variable NVDA does not run.

   Compiled with OF_2024, it is the nvdaControllerClient.dll of NVDA 2024, with an NVDA that speaks a hundred characters
   a second: a call that waits reports its marks, and returns when its text was spoken or cut. The file "old" in that
   folder makes that NVDA one of before, which has no such calls. */

#include <stdio.h>
#include <windows.h>

#define EXPORT __declspec(dllexport) long __stdcall

enum { LONGEST_PATH = 600, LONGEST_TEXT = 100000 };
static const ULONGLONG TICKS_UNTIL_1970 = 116444736000000000ULL;
static const double TICKS_IN_A_SECOND = 1e7;

static CRITICAL_SECTION one_at_a_time;

static double seconds_since_1970(void) {
  FILETIME time;
  GetSystemTimePreciseAsFileTime(&time);
  ULONGLONG ticks = ((ULONGLONG)time.dwHighDateTime << 32) | time.dwLowDateTime;
  return (double)(ticks - TICKS_UNTIL_1970) / TICKS_IN_A_SECOND;
}

/* The path of a file in the folder of the stand-in; 0 if no folder is named. */
static int path_of(const wchar_t *name, wchar_t path[LONGEST_PATH]) {
  wchar_t folder[LONGEST_PATH];
  DWORD length = GetEnvironmentVariableW(L"NVDA_STAND_IN", folder, LONGEST_PATH);
  if (length == 0 || length + wcslen(name) + 2 > LONGEST_PATH) {
    return 0;
  }
  swprintf(path, LONGEST_PATH, L"%ls\\%ls", folder, name);
  return 1;
}

static int is_there(const wchar_t *name) {
  wchar_t path[LONGEST_PATH];
  return path_of(name, path) && GetFileAttributesW(path) != INVALID_FILE_ATTRIBUTES;
}

static int is_running(void) {
  wchar_t path[LONGEST_PATH];
  return path_of(L"off", path) && !is_there(L"off");
}

static void write_line(const wchar_t *path, const char *call, const wchar_t *text) {
  static char utf8[LONGEST_TEXT];
  if (!WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, LONGEST_TEXT, NULL, NULL)) {
    strcpy(utf8, "(too long)");
  }
  FILE *calls = _wfopen(path, L"ab");
  if (calls) {
    fprintf(calls, "%.4f\t%s\t%s\n", seconds_since_1970(), call, utf8);
    fclose(calls);
  }
}

/* Note a call: 0, or the error of a call that reaches no NVDA. */
static long note(const char *call, const wchar_t *text) {
  wchar_t path[LONGEST_PATH];
  if (!is_running() || !path_of(L"calls", path)) {
    return RPC_S_SERVER_UNAVAILABLE;
  }
  EnterCriticalSection(&one_at_a_time);
  write_line(path, call, text);
  LeaveCriticalSection(&one_at_a_time);
  return 0;
}

EXPORT nvdaController_testIfRunning(void) { return is_running() ? 0 : RPC_S_SERVER_UNAVAILABLE; }

EXPORT nvdaController_speakText(const wchar_t *text) { return note("speak", text); }

#ifdef OF_2024
typedef unsigned long(__stdcall *reached_mark)(const wchar_t *name);
enum { LONGEST_NAME = 100, MILLISECONDS_A_CHARACTER = 10 };
static const wchar_t MARK[] = L"<mark name=\"";
static reached_mark on_mark;
static volatile LONG cancellations;

EXPORT nvdaController_setOnSsmlMarkReachedCallback(reached_mark callback) {
  on_mark = callback;
  return 0;
}

EXPORT nvdaController_getProcessId(unsigned long *pid) {
  *pid = GetCurrentProcessId();
  return !is_running() ? RPC_S_SERVER_UNAVAILABLE : is_there(L"old") ? RPC_S_UNKNOWN_IF : 0;
}

/* Report the next mark: what stands behind it, or NULL if there is none. */
static const wchar_t *report_mark(const wchar_t *ssml) {
  const wchar_t *name = wcsstr(ssml, MARK);
  if (!name) {
    return NULL;
  }
  name += wcslen(MARK);
  wchar_t copy[LONGEST_NAME];
  size_t length = wcscspn(name, L"\"");
  length = length < LONGEST_NAME ? length : LONGEST_NAME - 1;
  memcpy(copy, name, length * sizeof(wchar_t));
  copy[length] = 0;
  if (on_mark) {
    on_mark(copy);
  }
  return name + length;
}

EXPORT nvdaController_speakSsml(const wchar_t *ssml, int symbols, int priority, unsigned char asynchronous) {
  (void)symbols;
  long error = note(priority ? "now" : "ssml", ssml);
  if (error || asynchronous) {
    return error;
  }
  LONG before = cancellations;
  const wchar_t *text = report_mark(ssml);
  for (size_t spoken = 0; text && spoken < wcslen(text); spoken++) {
    Sleep(MILLISECONDS_A_CHARACTER);
    if (cancellations != before) {
      return ERROR_CANCELLED;
    }
  }
  if (text) {
    report_mark(text);
  }
  return 0;
}

EXPORT nvdaController_cancelSpeech(void) {
  InterlockedIncrement(&cancellations);
  return note("cancel", L"");
}
#else
EXPORT nvdaController_cancelSpeech(void) { return note("cancel", L""); }
#endif

EXPORT nvdaController_brailleMessage(const wchar_t *message) { return note("braille", message); }

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, LPVOID reserved) {
  (void)module;
  (void)reserved;
  if (reason == DLL_PROCESS_ATTACH) {
    InitializeCriticalSection(&one_at_a_time);
  }
  return TRUE;
}
