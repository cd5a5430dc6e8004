// Owns: single requests to the API. The credential is a cookie that scripts cannot read.

const API = "/api/v1/";
const PATIENCE = 10_000;

// The server could not be reached, or was not able to answer: the same request may be sent again.
export class Unreachable extends Error {}

// A refusal, as the server told it.
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? `${status}`);
    this.status = status;
    this.code = problem.code ?? "";
    this.problem = problem;
  }
}

// The JSON of an answer. Throws `Refusal` or `Unreachable`.
export async function ask(method, path, body, headers = {}) {
  const leave = new AbortController();
  const timer = setTimeout(() => leave.abort(), PATIENCE);
  try {
    const response = await fetch(API + path, {
      method,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: leave.signal,
      credentials: "same-origin",
      cache: "no-store",
    });
    const text = await response.text();
    if (response.ok) return text ? JSON.parse(text) : null;
    const problem = problemOf(text);
    const later = response.status === 429 && path !== "sessions/";
    if (!problem || response.status >= 500 || later) throw new Unreachable(`${response.status}`);
    throw new Refusal(response.status, problem);
  } catch (fault) {
    if (fault instanceof Refusal || fault instanceof Unreachable) throw fault;
    throw new Unreachable(String(fault));
  } finally {
    clearTimeout(timer);
  }
}

function problemOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
