import { beliefText } from '../../light/beliefText.ts'
import { toHex } from '../../primitives/hex.ts'
import { printable } from '../../primitives/printable.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { LightConfiguration } from '../configuration/lightConfiguration.ts'
import { alignedRows } from '../terminal/alignedRows.ts'
import { counted } from '../terminal/quantities.ts'
import { urlOf } from './announcement.ts'
import type { LightService } from './lightService.ts'

/** What `cambium light --json` prints when it is ready. */
export const lightAnnouncement = ({ node, server }: LightService): object => {
  const { network, headers, endpoints } = node
  const { belief, firstNumber } = headers
  const { number, hash } = headers.head.header
  return {
    networks: [
      {
        name: network.name,
        url: urlOf(server.address),
        chainId: network.chainId,
        head: { number, hash: toHex(hash) },
      },
    ],
    believed: {
      text: beliefText(belief),
      kind: belief.kind,
      bitcoinBlocks: belief.bitcoinBlocks,
      checkpoint: { number: belief.anchor.number, hash: toHex(belief.anchor.hash) },
      firstBlock: firstNumber,
    },
    endpoints: endpoints.endpoints.map(({ shown }) => shown),
  }
}

/** The same for people. */
export function lightBanner(
  { node, server }: LightService,
  { dataFolder, unverified }: LightConfiguration,
): string {
  const { network, headers, endpoints } = node
  const { kind, anchor } = headers.belief
  const { firstNumber } = headers
  const url = urlOf(server.address)
  const isBelow = firstNumber > 1
  return [
    `Light client of ${network.name} at ${url} (HTTP and WebSocket), chain id ${network.chainId}`,
    '',
    `Believed: ${beliefText(headers.belief)}`,
    ...alignedRows(
      endpoints.endpoints.map(({ shown, reason }) => ['  endpoint', shown, printable(reason ?? '')]),
    ),
    '',
    ...(isBelow ? [`Blocks from ${counted(firstNumber)} on can be asked for; older ones are refused.`] : []),
    ...(isBelow && kind === 'backed-by-work'
      ? [`--link reaches back to the checkpoint, block ${counted(anchor.number)}.`]
      : []),
    'Every answer was checked: x-cambium-verified in its head says "proof", or "endpoint" for what has no proof.',
    ...(unverified.length > 0 ? [`Passed on without a proof: ${unverified.join(', ')}`] : []),
    dataFolder === undefined
      ? 'The headers are in memory and are fetched again at the next start; --data DIR keeps them.'
      : `The headers are kept in ${dataFolder}.`,
    '',
    'MetaMask: add a network with',
    ...alignedRows([
      ['  Network name', 'Cambium light client'],
      ['  New RPC URL', url],
      ['  Chain ID', String(network.chainId)],
      ['  Currency symbol', network.name === 'mainnet' ? 'RBTC' : 'tRBTC'],
    ]),
    '',
    'Ctrl-C stops the client.',
  ].join('\n')
}

/** What a client says that was stopped before its head was believed; `linked` is undefined before the first headers. */
export function stoppedText(
  linked: Pick<WorkStep, 'done' | 'total'> | undefined,
  { dataFolder, link }: LightConfiguration,
): string {
  const far = linked && ` after ${counted(linked.done)} of ${counted(linked.total ?? linked.done)} headers`
  const next =
    dataFolder === undefined
      ? '; --data DIR would keep them for the next start'
      : '; the same command continues there'
  return `stopped${far ?? ''}${link && far !== undefined ? next : ''}`
}
