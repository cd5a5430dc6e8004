// Owns: the one stream of a person, kept open for ever. It resumes where it broke, and takes 35
// seconds of silence for a dead line. What the messages mean is the caller's.

const ADDRESS = "/api/v1/me/stream/";
const FIRST_WORD = 8_000; // a line that opens and says nothing is blocked on the way
const SILENCE = 35_000;
const SHORTEST = 1_000;
const LONGEST = 15_000;

export class Stream {
  // `on`: { message(event, data), up(), down(), ended(code) }
  constructor(on) {
    this.on = on;
    this.lastId = "";
    this.isUp = false;
    this.running = false;
    this.round = 0; // tells a loop that was closed from the one that was opened after it
    this.pause = SHORTEST;
    this.leave = null;
    this.wake = null;
  }

  open(lastId) {
    if (lastId) this.lastId = lastId;
    if (this.running) return;
    this.running = true;
    this.round += 1;
    this.run(this.round);
  }

  close() {
    this.running = false;
    this.isUp = false;
    this.leave?.abort();
    this.wake?.();
  }

  // Leave the present line, whatever it seems to be, and open another at once.
  reopen(lastId) {
    if (lastId) this.lastId = lastId;
    this.pause = SHORTEST;
    this.leave?.abort();
    this.wake?.();
  }

  async run(round) {
    const present = () => this.running && round === this.round;
    while (present()) {
      const ended = await this.once();
      if (!present()) return;
      this.isUp = false;
      if (ended) {
        this.running = false;
        this.on.ended(ended);
        return;
      }
      this.on.down();
      await this.rest();
    }
  }

  rest() {
    const length = this.pause * (0.5 + Math.random() / 2);
    this.pause = Math.min(LONGEST, this.pause * 2);
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, length);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // One line until it breaks; the code by which the server ended it, if it did.
  async once() {
    const leave = new AbortController();
    this.leave = leave;
    let timer = setTimeout(() => leave.abort(), FIRST_WORD);
    try {
      const response = await fetch(ADDRESS, {
        headers: this.lastId ? { "Last-Event-ID": this.lastId } : {},
        signal: leave.signal,
        credentials: "same-origin",
        cache: "no-store",
      });
      if (response.status === 401) return (await response.json()).code;
      if (!response.ok) return "";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return "";
        clearTimeout(timer);
        timer = setTimeout(() => leave.abort(), SILENCE);
        const blocks = (text + value).split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const code = this.take(block);
          if (code) return code;
        }
      }
    } catch {
      return "";
    } finally {
      clearTimeout(timer);
      leave.abort();
    }
  }

  take(block) {
    const message = { event: "message", data: "" };
    for (const line of block.split("\n")) {
      const at = line.indexOf(":");
      if (at > 0) message[line.slice(0, at)] = line.slice(at + 1).replace(/^ /, "");
    }
    if (message.id !== undefined) this.lastId = message.id;
    if (["taken_over", "signed_out", "unknown_token"].includes(message.event)) return message.event;
    this.pause = SHORTEST;
    if (!this.isUp) {
      this.isUp = true;
      this.on.up();
    }
    this.on.message(message.event, message.data ? JSON.parse(message.data) : {});
    return "";
  }
}
