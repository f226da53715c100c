/* A stand-in for nvdaControllerClient64.dll, by which programs speak through NVDA.

   The folder named by NVDA_STAND_IN holds "calls", where each call is a line with the seconds since 1970, the name
   of the call and its text, with tabs between; and "off" while NVDA does not run: every call then fails as it does
   where no NVDA answers. Without that variable NVDA does not run.

   Compiled with OF_2024, it is the nvdaControllerClient.dll of NVDA 2024, with NVDA 2026.2. As there, what it is given
   waits in a queue, from which a thread of its own takes it every NVDA_QUEUE_MS, and a text takes NVDA_CHARACTER_MS for
   each of its characters; by default both are ten. "audio" has a line for each text that is begun, ended, cut or dropped.
   Two files in that folder make that NVDA an older one: "2024", where a cancellation ends the calls of begun texts alone,
   and "old", which has no such calls. While there is "asleep", NVDA is in sleep mode and takes nothing. */

#include <stdio.h>
#include <windows.h>

#define EXPORT __declspec(dllexport) long __stdcall

enum { LONGEST_PATH = 600, LONGEST_TEXT = 100000, REFUSED = -1 };
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

static void write_line(const wchar_t *name, const char *call, const wchar_t *text) {
  static char utf8[LONGEST_TEXT];
  wchar_t path[LONGEST_PATH];
  if (!path_of(name, path)) {
    return;
  }
  if (!WideCharToMultiByte(CP_UTF8, 0, text, -1, utf8, LONGEST_TEXT, NULL, NULL)) {
    strcpy(utf8, "(too long)");
  }
  FILE *calls = _wfopen(path, L"ab");
  if (calls) {
    fprintf(calls, "%.4f\t%s\t%s\n", seconds_since_1970(), call, utf8);
    fclose(calls);
  }
}

/* Note a call: 0, or the error of a call that reaches no NVDA, or one that sleeps. */
static long note(const char *call, const wchar_t *text) {
  if (!is_running()) {
    return RPC_S_SERVER_UNAVAILABLE;
  }
  if (is_there(L"asleep")) {
    return REFUSED;
  }
  EnterCriticalSection(&one_at_a_time);
  write_line(L"calls", call, text);
  LeaveCriticalSection(&one_at_a_time);
  return 0;
}

EXPORT nvdaController_testIfRunning(void) { return is_running() ? 0 : RPC_S_SERVER_UNAVAILABLE; }

EXPORT nvdaController_speakText(const wchar_t *text) { return note("speak", text); }

#ifdef OF_2024
typedef unsigned long(__stdcall *reached_mark)(const wchar_t *name);
enum { LONGEST_NAME = 100, LONGEST_NUMBER = 20, USUAL_MS = 10, SYNTHESISER_MS = 30 };
static const wchar_t MARK[] = L"<mark name=\"";
static reached_mark on_mark;

/* What waits in the queue of NVDA: a text, or a cancellation. A text is never freed. */
typedef struct Item {
  const wchar_t *ssml; /* NULL for a cancellation */
  size_t length;
  int is_now, is_heeding, has_begun, has_ended, is_cancelled, is_unheard;
  ULONGLONG begins;
  HANDLE changed;
  struct Item *next, *next_listener;
} Item;

static Item *queue, *waiting, *sounding, *listeners;

static ULONGLONG milliseconds(const char *name) {
  char value[LONGEST_NUMBER];
  return GetEnvironmentVariableA(name, value, LONGEST_NUMBER) ? strtoull(value, NULL, 10) : USUAL_MS;
}

static void append(Item **items, Item *item) {
  while (*items) {
    items = &(*items)->next;
  }
  *items = item;
}

static Item *take_first(Item **items) {
  Item *first = *items;
  *items = first->next;
  first->next = NULL;
  return first;
}

/* Put a text behind those of its priority. */
static void insert(Item *text) {
  Item **before = &waiting;
  while (*before && (*before)->is_now >= text->is_now) {
    before = &(*before)->next;
  }
  text->next = *before;
  *before = text;
}

static void silence(void) {
  for (Item *each = listeners; each; each = each->next_listener) {
    if (each->is_heeding && !each->has_ended) {
      each->is_cancelled = 1;
      each->is_unheard = !each->has_begun;
      SetEvent(each->changed);
    }
  }
  if (sounding) {
    write_line(L"audio", sounding->has_begun ? "cut" : "dropped", sounding->ssml);
    sounding = NULL;
  }
  while (waiting) {
    write_line(L"audio", "dropped", take_first(&waiting)->ssml);
  }
}

static void carry_out(void) {
  while (queue) {
    Item *item = take_first(&queue);
    if (item->ssml) {
      insert(item);
    } else {
      silence();
    }
  }
}

static void speak(ULONGLONG now) {
  if (!sounding && waiting) {
    sounding = take_first(&waiting);
    sounding->begins = now + SYNTHESISER_MS;
  }
  if (sounding && !sounding->has_begun && now >= sounding->begins) {
    sounding->has_begun = sounding->is_heeding = 1;
    write_line(L"audio", "begin", sounding->ssml);
    SetEvent(sounding->changed);
  }
  if (sounding && now >= sounding->begins + sounding->length * milliseconds("NVDA_CHARACTER_MS")) {
    sounding->has_ended = 1;
    write_line(L"audio", "end", sounding->ssml);
    SetEvent(sounding->changed);
    sounding = NULL;
  }
}

static DWORD WINAPI run_nvda(void *unused) {
  (void)unused;
  ULONGLONG carried_out = 0;
  for (;;) {
    Sleep(1);
    ULONGLONG now = GetTickCount64();
    EnterCriticalSection(&one_at_a_time);
    if (now >= carried_out + milliseconds("NVDA_QUEUE_MS")) {
      carried_out = now;
      carry_out();
    }
    speak(now);
    LeaveCriticalSection(&one_at_a_time);
  }
  return 0;
}

static size_t spoken_length(const wchar_t *ssml) {
  size_t length = 0;
  for (int in_tag = 0; *ssml; ssml++) {
    in_tag = *ssml == L'<' || (in_tag && *ssml != L'>');
    length += !in_tag && *ssml != L'>';
  }
  return length;
}

/* Put a text into the queue, or a cancellation if it is NULL, and have its call listen until it is removed. */
static Item *enqueue(const wchar_t *ssml, int is_now, int is_listening) {
  static HANDLE nvda;
  Item *item = calloc(1, sizeof *item);
  item->changed = CreateEventW(NULL, FALSE, FALSE, NULL);
  item->is_now = is_now;
  if (ssml) {
    item->ssml = _wcsdup(ssml);
    item->length = spoken_length(ssml);
  }
  EnterCriticalSection(&one_at_a_time);
  if (is_listening) {
    item->is_heeding = !is_there(L"2024");
    item->next_listener = listeners;
    listeners = item;
  }
  append(&queue, item);
  nvda = nvda ? nvda : CreateThread(NULL, 0, run_nvda, NULL, 0, NULL);
  LeaveCriticalSection(&one_at_a_time);
  return item;
}

static void remove_listener(Item *item) {
  EnterCriticalSection(&one_at_a_time);
  Item **each = &listeners;
  while (*each != item) {
    each = &(*each)->next_listener;
  }
  *each = item->next_listener;
  LeaveCriticalSection(&one_at_a_time);
}

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

/* Report the marks of a text until it was spoken or cut: the result of its call. */
static long await_end(Item *text) {
  const wchar_t *rest = NULL;
  for (;;) {
    WaitForSingleObject(text->changed, INFINITE);
    if (text->is_unheard) { /* NVDA reports in turn: what was cancelled first has no marks, even if it has begun since. */
      return ERROR_CANCELLED;
    }
    if (text->has_begun && !rest) {
      rest = report_mark(text->ssml);
    }
    if (text->has_ended) {
      report_mark(rest);
      return 0;
    }
    if (text->is_cancelled) {
      return ERROR_CANCELLED;
    }
  }
}

EXPORT nvdaController_speakSsml(const wchar_t *ssml, int symbols, int priority, unsigned char asynchronous) {
  (void)symbols;
  long error = note(priority ? "now" : "ssml", ssml);
  if (error) {
    return error == REFUSED ? ERROR_ACCESS_DENIED : error;
  }
  Item *text = enqueue(ssml, priority != 0, !asynchronous);
  if (asynchronous) {
    return 0;
  }
  long result = await_end(text);
  remove_listener(text);
  return result;
}

EXPORT nvdaController_cancelSpeech(void) {
  long error = note("cancel", L"");
  if (!error) {
    enqueue(NULL, 0, 0);
  }
  return error;
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
