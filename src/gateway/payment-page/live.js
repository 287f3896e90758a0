// Runs in the consumer's browser. The page is whole without it: it counts the time down, shows local times, and shows the page again when
// the payment's version has changed.
(() => {
  const EVERY_MS = 2000;
  // The clock of the device may be wrong, so only the difference of the service's own times counts.
  const loaded = Date.now();
  let dueAt = 0;

  function show() {
    const main = document.querySelector("main");
    const { left, state, payment } = main.dataset;
    dueAt = left === undefined ? 0 : Date.now() + Number(left);
    for (const time of main.querySelectorAll("time")) {
      const style = { dateStyle: "medium", timeStyle: "short" };
      time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, style).format(
        new Date(time.dateTime),
      );
    }
    // A hint for a page that frames this one. The merchant believes the interface, not this message.
    if (window.parent !== window)
      window.parent.postMessage({ type: "pda.payment", paymentId: payment, state }, "*");
    tick();
  }

  function tick() {
    const clock = document.getElementById("left");
    if (!clock || dueAt === 0) return;
    const seconds = Math.max(0, Math.ceil((dueAt - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    if (parts[0] === 0) parts.shift();
    clock.textContent = parts.map((part, at) => (at === 0 ? part : String(part).padStart(2, "0"))).join(":");
    clock.closest("div").hidden = false;
  }

  async function look() {
    const main = document.querySelector("main");
    if (main.dataset.state === "none" || (document.hidden && Date.now() - loaded > 3_600_000)) return;
    const offline = document.getElementById("offline");
    try {
      const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" });
      if (!answer.ok) throw new Error(String(answer.status));
      const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
      if (offline) offline.hidden = true;
      if (next.dataset.version === main.dataset.version) return;
      main.replaceWith(document.adoptNode(next));
      show();
    } catch {
      if (offline) offline.hidden = false;
    }
  }

  async function follow() {
    await look();
    setTimeout(follow, document.querySelector("main").dataset.state === "pending" ? EVERY_MS : EVERY_MS * 15);
  }

  show();
  setInterval(tick, 500);
  setTimeout(follow, EVERY_MS);
  document.addEventListener("visibilitychange", () => void look());
})();
