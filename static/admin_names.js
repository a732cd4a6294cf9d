// Gives each control of the admin the name that its label, or the head of its column, already shows: the boxes
// of select2 and the rows of a table have none of their own. A head that says nothing becomes a plain cell.
let count = 0;

const idOf = (shown) => (shown.id ||= `shown-name-${(count += 1)}`);

function headOf(control) {
  const field = [...(control.closest("td")?.classList ?? [])].find((one) => one.startsWith("field-"));
  return field && control.closest("table")?.querySelector(`thead .column-${CSS.escape(field.slice(6))}`);
}

function nameBox(select, name) {
  const box = select.nextElementSibling;
  if (!box?.classList.contains("select2")) return;
  const shown = box.querySelector(".select2-selection__rendered");
  box.querySelector(".select2-selection").setAttribute("aria-labelledby", `${name} ${idOf(shown)}`);
  if (shown.getAttribute("role") === "textbox") shown.setAttribute("aria-labelledby", name);
  box.querySelector(".select2-search__field")?.setAttribute("aria-labelledby", name);
}

function giveNames(part) {
  for (const control of part.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    const label = control.labels?.[0];
    const shown = label ?? headOf(control);
    if (!shown) continue;
    if (!label && !control.hasAttribute("aria-label")) control.setAttribute("aria-labelledby", idOf(shown));
    if (control.matches("select.admin-autocomplete")) nameBox(control, idOf(shown));
  }
}

// What is typed in to search is made when its list opens.
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches(".select2-dropdown .select2-search__field")) return;
  const open = document.querySelector(".select2-container--open .select2-selection");
  const name = open?.getAttribute("aria-labelledby")?.split(" ")[0];
  if (!name) return;
  target.setAttribute("aria-labelledby", name);
  open.setAttribute("aria-controls", open.getAttribute("aria-owns"));
});

function begin() {
  for (const head of document.querySelectorAll(".tabular thead th:empty")) {
    const cell = document.createElement("td");
    cell.className = head.className;
    head.replaceWith(cell);
  }
  giveNames(document);
}

// After the scripts of Django, which make the boxes when jQuery says that the page is ready.
if (window.django?.jQuery) window.django.jQuery(begin);
else window.addEventListener("load", begin);
document.addEventListener("formset:added", ({ target }) => setTimeout(() => giveNames(target)));
