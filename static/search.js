// The key / leads to the search box, unless something is being typed.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.getElementById("search-q");
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});
