// Five things that are the browser's to do and that its defaults, under Gradio, get wrong.
() => {
  // Gradio sets <base href>, so the browser takes "#source-1" for another page as soon as the
  // address of this one has a query, and the conversation would be lost.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#source-"]');
    const source = link && document.querySelector(link.getAttribute("href"));
    if (!link) return;
    event.preventDefault();
    if (!source) return;
    location.hash = source.id; // so that Back leads back to the answer
    source.scrollIntoView();
    source.focus({ preventScroll: true });
  });

  // A long answer is read from its beginning: its question goes to the top, and stays there unless
  // the reader scrolls.
  const conversation = document.querySelector("#conversation");
  const field = document.querySelector("#question textarea");
  let asked = 0;
  let following = false;
  new MutationObserver(() => {
    const log = conversation.querySelector("[role=log]");
    const questions = conversation.querySelectorAll(".user-row");
    if (questions.length !== asked) {
      following = questions.length > asked;
      // What was clicked or pressed is often gone then, and the focus with it.
      if (document.activeElement === document.body) field.focus({ preventScroll: true });
    }
    asked = questions.length;
    if (!following || !log) return;
    const question = questions[questions.length - 1];
    const above = question.getBoundingClientRect().top - log.getBoundingClientRect().top;
    log.scrollTop += above - 8;
  }).observe(conversation, { childList: true, subtree: true, characterData: true });
  for (const kind of ["wheel", "touchmove", "keydown", "mousedown"]) {
    conversation.addEventListener(kind, () => (following = false), { passive: true });
  }

  // Gradio names a message by its Markdown, tags and all, which is not to be listened to before the
  // message itself, and takes the buttons of examples for items of a list.
  function rename() {
    for (const message of conversation.querySelectorAll('.message [aria-label*="\'s message: "]')) {
      const [speaker] = message.getAttribute("aria-label").split(":");
      message.setAttribute("role", "group");
      message.setAttribute("aria-label", speaker);
    }
    conversation.querySelector(".examples[role=list]")?.setAttribute("role", "group");
  }
  rename();
  new MutationObserver(rename).observe(conversation, {
    childList: true,
    subtree: true,
    attributeFilter: ["aria-label"],
  });

  // New sources are read from their beginning, too.
  const sources = document.querySelector("#sources");
  new MutationObserver(() => (sources.scrollTop = 0)).observe(sources, {
    childList: true,
    subtree: true,
  });

  // What a number or a sign of doubt stands for is shown beside it: for a number the words marked
  // in its source, which the page has already. A popover lies above everything and is cut by
  // nothing.
  const note = document.body.appendChild(document.createElement("div"));
  note.id = "note";
  note.popover = "manual";
  note.setAttribute("role", "tooltip");
  let noted = null;

  function explain(sign) {
    if (sign === noted) return;
    noted = null;
    note.hidePopover();
    document.querySelectorAll("[aria-describedby=note]").forEach((one) => {
      one.removeAttribute("aria-describedby");
    });
    if (!sign) return;
    const reason = sign.querySelector(".reason");
    const source = reason ? null : document.querySelector(sign.getAttribute("href"));
    if (!reason && !source) return;
    const marked = source && [source.querySelector("h3"), ...source.querySelectorAll("mark")];
    note.className = (source && source.className.match(/tone-\d/)?.[0]) || "";
    note.replaceChildren(
      ...(marked || [reason]).map((one) => {
        const line = document.createElement(one.matches("h3") ? "strong" : "p");
        line.append(...[...one.childNodes].map((node) => node.cloneNode(true)));
        return line;
      }),
    );
    noted = sign;
    sign.setAttribute("aria-describedby", note.id);
    note.showPopover();
    place();
  }

  function place() {
    if (!noted || !note.matches(":popover-open")) return;
    const at = noted.getClientRects()[0];
    const { width, height } = note.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left, innerWidth - width - 8));
    const above = at.top - height;
    note.style.left = `${left}px`;
    note.style.top = `${above > 8 ? above : at.bottom}px`;
  }

  const signs = "#conversation :is(a.cite, .doubt)";
  document.addEventListener("focusin", (event) => explain(event.target.closest(signs)));
  document.addEventListener("focusout", () => explain(null));
  document.addEventListener("mouseover", (event) => {
    if (!note.contains(event.target)) explain(event.target.closest(signs));
  });
  document.addEventListener("scroll", place, { capture: true, passive: true });
  document.addEventListener("keydown", (event) => event.key === "Escape" && explain(null));
}
