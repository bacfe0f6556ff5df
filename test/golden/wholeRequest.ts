/* Long requests were recorded in part (`...(4000 bytes)...`); the case name and the length determine the rest. */

interface RecordedRequest {
  readonly case: string
  readonly request: string | null
}

const askedFor = (method: string, id: number): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":`

export const chainIdRequest = `${askedFor('eth_chainId', 1)}[]}`

const batch = (size: number, idAt: (position: number) => number): string =>
  `[${Array.from({ length: size }, (_, index) => `${askedFor('eth_chainId', idAt(index + 1))}[]}`).join(',')}]`

const rebuilt: Readonly<Record<string, () => string>> = {
  'jsonrpc/deep-array-5000': () => `${askedFor('eth_chainId', 1)}${'['.repeat(5000)}${']'.repeat(5000)}}`,
  'jsonrpc/deep-object-1001': () =>
    `${askedFor('eth_chainId', 1)}[${'{"a":'.repeat(1001)}1${'}'.repeat(1001)}]}`,
  'jsonrpc/deep-root-array-2000': () => `${'['.repeat(2000)}${']'.repeat(2000)}`,
  'jsonrpc/batch-size-50': () => batch(50, (position) => position),
  'jsonrpc/batch-size-51': () => batch(51, (position) => position),
  'transport/status-batch-51': () => batch(51, () => 1),
  'transport/body-over-5mb-chunked': () => `5003e5\r\n${hashRequest(0x5003e5)}\r\n0\r\n\r\n`,
}

/** A `web3_sha3` request of zeros with this length in bytes. */
function hashRequest(length: number): string {
  const [beginning, end] = [`${askedFor('web3_sha3', 1)}["0x`, '"]}']
  return `${beginning}${'0'.repeat(length - beginning.length - end.length)}${end}`
}

export function wholeRequest({ case: name, request }: RecordedRequest): string | null {
  const length = /\.\.\.\((\d+) bytes\)/.exec(request ?? '')?.[1]
  if (length === undefined) return request
  const whole = rebuilt[name]?.() ?? hashRequest(Number(length))
  if (whole.length !== Number(length))
    throw new Error(`${name} has ${whole.length} bytes instead of ${length}`)
  return whole
}
