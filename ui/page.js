// Three things that are the browser's to do and that its defaults, under Gradio, get wrong.
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

  // New sources are read from their beginning, too.
  const sources = document.querySelector("#sources");
  new MutationObserver(() => (sources.scrollTop = 0)).observe(sources, {
    childList: true,
    subtree: true,
  });
}
