import { maximumEndpoints } from '../light/maximumEndpoints.ts'
import { arrayOf, functionType, hexBytes, numbers, objectOf, secret } from '../settings/programTypes.ts'
import { type CheckedType, endpoint, oneOf, text, wholeNumbers, yesOrNo } from '../settings/valueTypes.ts'
import { announcingPage } from './announceProvider.ts'
import { optionsGivenTo } from './checkedArgument.ts'
import { socketType } from './headNotices.ts'
import type { LightClientOptions } from './lightClientTypes.ts'

/** A day. */
const maximumPollMs = 86_400_000
/** More would take longer to fetch than to link all headers. */
const maximumWork = 1_000

function socketProblem(value: string): string | undefined {
  const { protocol = '', hash = '' } = URL.canParse(value) ? new URL(value) : {}
  // A WebSocket refuses fragments.
  const isOfSocket = ['ws:', 'wss:'].includes(protocol) && hash === ''
  return isOfSocket ? undefined : 'it is not a URL of ws: or wss:, without a fragment'
}

export const lightOptionTable = {
  endpoints: arrayOf(secret(endpoint)),
  network: oneOf('mainnet', 'testnet', 'regtest'),
  checkpoint: hexBytes('a hash of 32 bytes in hex with 0x', ({ length }) => length === 32),
  link: yesOrNo,
  dataFolder: text('a folder', 'DIR'),
  work: numbers(0, maximumWork),
  bitcoin: secret(endpoint),
  unverified: arrayOf(text('a method', 'METHOD')),
  pollMs: wholeNumbers(0, maximumPollMs),
  webSocket: secret(text('a URL of ws: or wss:', 'URL', socketProblem)),
  announce: yesOrNo,
  errors: oneOf('ethereum', 'rootstock'),
  onProgress: functionType<NonNullable<LightClientOptions['onProgress']>>(
    'a function that takes the progress',
  ),
  onProblem: functionType<NonNullable<LightClientOptions['onProblem']>>('a function that takes a problem'),
  clock: functionType<NonNullable<LightClientOptions['clock']>>(
    'a function that returns milliseconds since 1970',
  ),
} satisfies { readonly [Name in keyof Required<LightClientOptions>]: CheckedType<unknown> }

const optionType = objectOf(lightOptionTable, ['endpoints'])

export type CheckedLightOptions = ReturnType<typeof optionType.check>

/** Checks the options of `createLightClient`. Throws a `TypeError` that names every wrong one. */
export const checkedLightOptions = (given: unknown): CheckedLightOptions =>
  optionsGivenTo('createLightClient', optionType, given, contradictions)

const contradictions = ({
  endpoints,
  link,
  dataFolder,
  webSocket,
  announce,
}: CheckedLightOptions): string[] => [
  ...(endpoints.length === 0 || endpoints.length > maximumEndpoints
    ? [`endpoints must have 1 to ${maximumEndpoints} URLs, got ${endpoints.length}`]
    : []),
  ...(link === false && dataFolder !== undefined
    ? ['dataFolder is given, but link is false: only linked headers are kept']
    : []),
  ...(webSocket !== undefined && socketType() === undefined
    ? [
        'webSocket needs a web page, Bun, Deno or Node.js 22: leave it out, and blocks are followed by polling',
      ]
    : []),
  ...(announce === true && announcingPage() === undefined
    ? ['announce needs a web page, and not a worker of it: give programs the client itself']
    : []),
]
