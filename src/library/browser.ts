/* What bundlers for browsers find instead of the library. */

const problem =
  'cambium needs Node.js or Bun: a browser lacks the threads and files that it uses. Start a node in Node.js, ' +
  'call node.listen(), and give the page its URL'

export function createNode(): never {
  throw new Error(problem)
}

export class ProviderRpcError extends Error {}

throw new Error(problem)
