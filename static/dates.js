// Moves the dates a page is read at without loading it anew; without it the same form and links are followed.
// Of the matrix it serves the form alone: its days, cells and way back are matrix.js's.
{
  const PARTS = ["main", ".page-strip", ".level-bar", ".site-who a[hreflang]"];
  const FORMS = ".as-of form";
  const LINKS = "[data-dates] a";
  const isMatrix = () => document.querySelector("[data-swap]") !== null;
  const shownAt = () => location.pathname + location.search;
  let shown = shownAt();

  const spoken = document.createElement("p"); // there before it speaks, outside of what is replaced
  spoken.className = "visually-hidden";
  spoken.setAttribute("role", "status");
  document.body.append(spoken);

  // A date that cannot be read answers 400, with the page that says so.
  async function fetched(address) {
    const answer = await fetch(address, { credentials: "same-origin" });
    const type = answer.headers.get("Content-Type") || "";
    if (answer.redirected || ![200, 400].includes(answer.status) || !type.startsWith("text/html")) {
      throw new Error("The page is followed instead.");
    }
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  function swap(page) {
    const opened = document.querySelector(".as-of details");
    const wasOpen = opened !== null && opened.open;
    for (const part of PARTS) {
      const old = document.querySelector(part);
      const fresh = page.querySelector(part);
      if (old && fresh) old.replaceWith(fresh);
    }
    const details = document.querySelector(".as-of details");
    if (details && wasOpen) details.open = true;
    document.title = page.title;
  }

  // To what is wrong; else to where the reader was; else to the page.
  function focus(id) {
    const wrong = document.querySelector(".as-of [aria-invalid]");
    const target = wrong || (id && document.getElementById(id)) || document.getElementById("main");
    target.focus({ preventScroll: target.id === "main" });
    const told = wrong
      ? document.getElementById(`${wrong.id}-error`)
      : document.querySelector(".as-of-sentence");
    spoken.textContent = told ? told.textContent : "";
  }

  async function show(address, id) {
    try {
      swap(await fetched(address));
    } catch {
      window.location.assign(address);
      return false;
    }
    focus(id);
    return true;
  }

  async function move(address, id) {
    if (!(await show(address, id))) return;
    history.pushState(null, "", address);
    shown = shownAt();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target.closest(FORMS);
    if (!form) return;
    event.preventDefault();
    const address = new URL(form.action);
    address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value.trim()));
    const used = form.contains(document.activeElement) ? document.activeElement.id : "";
    move(address.href.split("#")[0], used);
  });

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest(LINKS);
    if (!link || isMatrix() || link.origin !== location.origin || link.pathname !== location.pathname) return;
    event.preventDefault();
    move(link.href, link.id);
  });

  window.addEventListener("popstate", async () => {
    if (isMatrix() || shown === shownAt()) return;
    if (await show(location.href, "")) shown = shownAt();
  });
}
