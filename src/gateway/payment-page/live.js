// Runs in the consumer's browser. The page is whole without it: it counts the time down, shows local times, and shows the page again when
// the payment has changed.
(() => {
  const [SOON_MS, LATER_MS, ENDED_MS] = [2000, 5000, 30_000];
  /** Each question is a call that the service records, so a page that is left open asks less often, and an ended payment no longer. */
  const [SOON_TURNS, ENDED_TURNS] = [60, 20];
  const main = () => document.querySelector("main");
  let dueAt = 0;
  let turns = 0;

  function show() {
    turns = 0;
    const { left, state, payment } = main().dataset;
    dueAt = left === undefined ? 0 : Date.now() + Number(left);
    for (const time of main().querySelectorAll("time")) showLocal(time);
    if (window.parent !== window) {
      // A hint for the page that frames this one. The merchant believes the interface, not this message.
      window.parent.postMessage({ type: "pda.payment", paymentId: payment, state }, "*");
      // A wallet lets nobody frame it.
      for (const link of main().querySelectorAll('.wallet[href^="https:"]'))
        Object.assign(link, { target: "_blank", rel: "noopener" });
    }
    tick();
  }

  /** Says the new state to screen readers, which follow a place that stays, and keeps the focus in the page. */
  function tell(hadFocus) {
    document.getElementById("said").textContent = document.getElementById("state")?.textContent ?? "";
    if (!hadFocus) return;
    const heading = main().querySelector("h1");
    heading.tabIndex = -1;
    heading.focus();
  }

  // A browser that knows no styles of dates keeps the text of the service, which has the time of day.
  function showLocal(time) {
    const style = new Intl.DateTimeFormat(document.documentElement.lang, {
      dateStyle: "medium",
      timeStyle: "short",
    });
    if (style.resolvedOptions().timeStyle) time.textContent = style.format(new Date(time.dateTime));
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

  async function answerOf(address) {
    const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  }

  async function look() {
    const { state, version, facts } = main().dataset;
    if (state === "none") return;
    let isOffline = false;
    try {
      const { data, timestamp } = await (await answerOf(facts)).json();
      // By the clock of the service, because that of the device may be wrong.
      const left = Date.parse(data.expireTime) - Date.parse(timestamp);
      if (dueAt !== 0) dueAt = Date.now() + left;
      if (String(data.version) !== version || (state === "pending" && left <= 0)) {
        const html = await (await answerOf(location.href)).text();
        const next = new DOMParser().parseFromString(html, "text/html");
        const hadFocus = main().contains(document.activeElement);
        main().replaceWith(document.adoptNode(next.querySelector("main")));
        document.title = next.title;
        tell(hadFocus);
        show();
      }
    } catch {
      isOffline = true;
    }
    const offline = document.getElementById("offline");
    if (offline) offline.hidden = !isOffline;
  }

  async function follow() {
    if (!document.hidden) await look();
    turns += 1;
    const isPending = main().dataset.state === "pending";
    if (!isPending && turns > ENDED_TURNS) return;
    setTimeout(follow, isPending ? (turns < SOON_TURNS ? SOON_MS : LATER_MS) : ENDED_MS);
  }

  show();
  setInterval(tick, 500);
  setTimeout(follow, SOON_MS);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void look();
  });
})();
