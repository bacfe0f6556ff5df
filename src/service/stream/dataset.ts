import { type Answered, heldPieces, joinedLength } from '../../rpc/envelope/answerPieces.ts'
import { refusalText } from '../../rpc/envelope/responses.ts'
import { code } from '../../rpc/errors/errorCodes.ts'
import { RpcError } from '../../rpc/errors/errors.ts'
import { isJsonObject } from '../../rpc/json/json.ts'
import { joined, ownPiece, type Piece, takenText } from '../../rpc/json/piece.ts'
import { DataStream, type DataWindows } from './dataStream.ts'

/*
 * The paths below the dataset URL of a network, in the two forms of SQD's protocol. Everything that reads the chain is a call of
 * a method, which is admitted, charged, scheduled and forwarded like any other call of the client.
 */

/** A request below the dataset URL. */
export interface DataRequest {
  readonly httpMethod: string
  /** Below the dataset URL, without a slash at either end. */
  readonly path: string
  /** The dataset URL as the client knows it. */
  readonly url: string
  readonly network: string
  /** What the client posted, parsed. */
  readonly body: unknown
  /** Whether the client can recognise an answer that ends early. */
  readonly canStream: boolean
}

/** Calls methods for the client. */
export interface DataCaller {
  /** The text of the result. Rejects with the `RpcError` of a call that fails. */
  call(method: string, params: readonly unknown[]): Promise<readonly Piece[]>
  /** Counts text that waits for the client; undefined when it has too much of it. */
  hold(length: number): (() => void) | undefined
  /**
   * Whether a long answer may continue: the client is connected and within its limits, and the server is not shutting down.
   */
  readonly goesOn: boolean
}

/** `headers` alternates names and values. */
export type DataAnswer = {
  readonly status: number
  readonly contentType: string
  readonly headers: readonly string[]
  readonly body: Answered
}

const json = 'application/json'
const lines = 'application/jsonl'
const text = 'text/plain'

interface BlockRef {
  readonly number: number
  readonly hash: string
}

interface Heads {
  readonly latest: BlockRef
  readonly finalized: BlockRef
  readonly start: number
  /** Undefined for a fork. */
  readonly genesis?: string
}

/** Answers a request below the dataset URL. */
export async function answerDataset(request: DataRequest, caller: DataCaller): Promise<DataAnswer> {
  try {
    const { path, httpMethod } = request
    const resource = resources.get(path) ?? (workerForm.test(path) ? worker : undefined)
    if (resource === undefined) return refused(404, unknownResource(path))
    if (httpMethod !== resource.httpMethod) {
      return refused(405, wrongRequest(`use ${resource.httpMethod}`), ['allow', resource.httpMethod])
    }
    return await resource.answer(request, caller)
  } catch (error) {
    if (error instanceof RpcError) return failed(error)
    throw error
  }
}

interface Resource {
  readonly httpMethod: 'GET' | 'POST'
  readonly answer: (request: DataRequest, caller: DataCaller) => Promise<DataAnswer>
}

const get = (answer: (heads: Heads, request: DataRequest) => DataAnswer): Resource => ({
  httpMethod: 'GET',
  answer: async (request, caller) => answer(await headsOf(caller), request),
})

const answered = (
  contentType: string,
  body: DataAnswer['body'],
  headers: readonly string[] = [],
): DataAnswer => ({
  status: 200,
  contentType,
  headers,
  body,
})

const workerForm = /^\d{1,15}\/worker$/
const worker = get(({ finalized: { number } }, { path, url }) =>
  Number.parseInt(path, 10) > number ? refused(400, notFinal(path, number)) : answered(text, url),
)

const resources: ReadonlyMap<string, Resource> = new Map<string, Resource>([
  ['stream', { httpMethod: 'POST', answer: (request, caller) => stream(request, caller, 'latest') }],
  [
    'finalized-stream',
    { httpMethod: 'POST', answer: (request, caller) => stream(request, caller, 'finalized') },
  ],
  ['head', get(({ latest }) => answered(json, JSON.stringify(latest)))],
  ['finalized-head', get(({ finalized }) => answered(json, JSON.stringify(finalized)))],
  [
    'metadata',
    get(({ start }, { network }) =>
      answered(json, JSON.stringify({ dataset: network, aliases: [], real_time: true, start_block: start })),
    ),
  ],
  ['height', get(({ finalized }) => answered(text, String(finalized.number)))],
  ['', { httpMethod: 'POST', answer: gatewayQuery }],
])

async function headsOf(caller: DataCaller): Promise<Heads> {
  return JSON.parse((await caller.call('data_heads', [])).map(takenText).join(''))
}

/** The Portal's form: a line for each block, window by window while the client reads. */
async function stream(
  { body, canStream }: DataRequest,
  caller: DataCaller,
  scope: 'latest' | 'finalized',
): Promise<DataAnswer> {
  const query = queryIn(body)
  const windows: DataWindows = (part) => caller.call('data_blocks', [part, scope])
  const [heads, first] = await Promise.all([headsOf(caller), windows(query).catch(conflictIn)])
  const { latest, finalized, genesis } = heads
  const headers = [
    ...['x-sqd-head-number', String(latest.number)],
    ...['x-sqd-finalized-head-number', String(finalized.number)],
    ...['x-sqd-finalized-head-hash', finalized.hash],
    ...(genesis === undefined ? [] : ['x-cambium-genesis', genesis]),
  ]
  if (first instanceof RpcError) return conflict(first, headers)
  const newest = scope === 'latest' ? latest.number : finalized.number
  const answer = DataStream.begin(first, { query, windows, newest, goesOn: () => canStream && caller.goesOn })
  if (answer === undefined) return { status: 204, contentType: lines, headers, body: '' }
  return answered(lines, answer, headers)
}

/** The gateway's form: one window of final blocks as an array. */
async function gatewayQuery({ body, canStream }: DataRequest, caller: DataCaller): Promise<DataAnswer> {
  const query = queryIn(body)
  const blocks = await caller.call('data_blocks', [query, 'finalized'])
  const length = blocks.reduce((sum, piece) => sum + piece.length, 0)
  if (length > joinedLength && canStream) return answered(json, heldPieces(blocks, caller))
  if (length > '[]'.length) return answered(json, joined(blocks.map(ownPiece)))
  const { finalized } = await headsOf(caller)
  return refused(400, notFinal(String(query['fromBlock'] ?? 0), finalized.number))
}

/** The method checks the rest. */
function queryIn(body: unknown): { readonly [member: string]: unknown } {
  if (body instanceof RpcError) throw body
  if (!isJsonObject(body)) throw wrongRequest('the query must be an object')
  return body
}

const wrongRequest = (problem: string): RpcError =>
  new RpcError(code.invalidRequest, `invalid request: ${problem}`)
const unknownResource = (path: string): RpcError => {
  const known = [...resources.keys()].filter((name) => name !== '').join(', ')
  return wrongRequest(`unknown resource ${path.slice(0, 100)}: use ${known}`)
}
const notFinal = (number: string, height: number): RpcError =>
  wrongRequest(`block ${number.split('/', 1)[0]} is not final yet: the height is ${height}`)

const refused = (status: number, error: RpcError, headers: readonly string[] = []): DataAnswer => ({
  status,
  contentType: json,
  headers,
  body: refusalText(undefined, error),
})

/** The HTTP statuses of errors; all others are 400, because the query is at fault. */
const statuses: ReadonlyMap<number, number> = new Map<number, number>([
  [code.methodNotFound, 403],
  [code.internal, 500],
  [code.server, 503],
  [code.limitExceeded, 429],
  [code.tooMuch, 503],
])
const retryAfter = ['retry-after', '1']

/** The error that the client's block has left the chain; throws any other. */
function conflictIn(error: unknown): RpcError {
  if (error instanceof RpcError && error.code === code.branchLeft) return error
  throw error
}

const conflict = ({ data }: RpcError, headers: readonly string[] = []): DataAnswer => ({
  status: 409,
  contentType: json,
  headers,
  body: JSON.stringify(data),
})

function failed(error: RpcError): DataAnswer {
  if (error.code === code.branchLeft) return conflict(error)
  const status = statuses.get(error.code) ?? 400
  return refused(status, error, status === 429 || status === 503 ? retryAfter : [])
}
