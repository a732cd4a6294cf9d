// Moves the date and opens a cell without loading the page anew; without it the same links are followed.
const REGIONS = "[data-swap]";
const kept = new Map(); // what this page has already been given, by address, with its tag

async function fetched(address) {
  const known = kept.get(address);
  const headers = known ? { "If-None-Match": known.tag } : {};
  const answer = await fetch(address, { headers, credentials: "same-origin" });
  if (answer.status === 304) return known.text;
  if (!answer.ok || answer.redirected) throw new Error("The page is followed instead.");
  const text = await answer.text();
  const tag = answer.headers.get("ETag");
  if (tag) kept.set(address, { tag, text });
  return text;
}

function swap(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const scrolled = document.querySelector(".table-scroll");
  const [left, top] = scrolled ? [scrolled.scrollLeft, scrolled.scrollTop] : [0, 0];
  for (const old of document.querySelectorAll(REGIONS)) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(fresh);
  }
  document.title = page.title;
  const table = document.querySelector(".table-scroll");
  if (table) table.scrollTo(left, top);
}

async function show(address, focus) {
  const plain = address.split("#")[0];
  try {
    swap(await fetched(plain));
  } catch {
    window.location.assign(address);
    return false;
  }
  const target = document.getElementById(focus);
  if (target) target.focus({ preventScroll: focus !== "pane" });
  return true;
}

document.addEventListener("click", async (event) => {
  if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.target.closest("#swap-matrix a");
  if (!link || link.origin !== location.origin || link.pathname !== location.pathname) return;
  event.preventDefault();
  const address = link.href;
  const focus = new URL(address).hash.slice(1) || link.id;
  if (await show(address, decodeURIComponent(focus))) history.pushState(null, "", address);
});

// Escape closes the opened cell, as its link back does.
document.addEventListener("keydown", (event) => {
  const back = event.key === "Escape" && document.querySelector("#pane .back-to-cell");
  if (back) back.click();
});

window.addEventListener("popstate", () => show(location.href, location.hash.slice(1)));
