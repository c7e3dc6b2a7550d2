// Loaded before the first paint, so that a dark table never flashes light. Remembers what the server's settings said last.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const KEY = "medialuna.look";
  let look = {};
  try {
    look = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    // no storage: the system decides until the server has answered
  }
  const put = (name, value) => (value ? (root.dataset[name] = value) : delete root.dataset[name]);
  const show = () => {
    const theme = look.theme ?? (dark.matches ? "dark" : "light");
    put("theme", theme === "dark" && "dark");
    put("suits", look.suits);
    put("hand", look.hand === "left" && "left");
    put("contrast", contrast.matches && "high");
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#0b1613" : "#193b30");
  };
  dark.addEventListener("change", show);
  contrast.addEventListener("change", show);
  globalThis.medialunaLook = (wanted) => {
    look = wanted;
    try {
      localStorage.setItem(KEY, JSON.stringify(look));
    } catch {
      // as above
    }
    show();
  };
  show();
})();
