// The names of keys, as the keymap has them: "g", "G", "left", "shift-tab", "ctrl-k", "alt-x", "f1".

const NAMES = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end",
  PageUp: "pageup", PageDown: "pagedown", Insert: "insert", Delete: "delete", Enter: "enter", " ": "space",
  Tab: "tab", Backspace: "backspace", Escape: "escape",
};

const KEPT = new Set([
  "f5", "f11", "f12", "ctrl-c", "ctrl-l", "ctrl-n", "ctrl-p", "ctrl-r", "ctrl-t", "ctrl-v", "ctrl-w",
  "ctrl-tab", "ctrl-pageup", "ctrl-pagedown", "alt-left", "alt-right", "alt-f4", "alt-home", "alt-d", "ctrl-f",
  "ctrl-+", "ctrl--", "ctrl-=", "ctrl-_",
]);
// What browsers do with these is left to them: the last ones enlarge the page, as some of the next ones do.

const KEPT_WITH_CONTROL = /^(Digit|Numpad)/;

/** The name of the key that was pressed; "" if it is none of ours. */
export function nameOfKey(event) {
  if (event.isComposing || event.metaKey || ["Dead", "Process", "Unidentified"].includes(event.key)) return "";
  const isCharacter = [...event.key].length === 1 && event.key !== " ";
  if (event.ctrlKey && KEPT_WITH_CONTROL.test(event.code)) return "";
  const base = NAMES[event.key] ?? (isCharacter ? event.key : /^F\d+$/.test(event.key) ? event.key.toLowerCase() : "");
  if (!base) return "";
  if (isCharacter && event.getModifierState("AltGraph")) return base;
  const isShifted = event.shiftKey && !isCharacter;
  const name = `${event.altKey ? "alt-" : ""}${event.ctrlKey ? "ctrl-" : ""}${isShifted ? "shift-" : ""}`
    + (event.ctrlKey ? base.toLowerCase() : base);
  return KEPT.has(name) ? "" : name;
}
