// Writes the checkpoint of a light client from a synchronised node, as an entry of src/light/anchor/checkpoints.ts:
// `npx tsx scripts/checkpoint.ts URL [BLOCK]`. The block is the newest final one by default. Its header must hash to its hash and
// have its proof of work; that it is on the best chain is the node's word, so ask several nodes.
import { pathToFileURL } from 'node:url'
import { finalizedNumber } from '../src/chain/selector.ts'
import { type Anchor, anchorOf } from '../src/light/anchor/anchor.ts'
import { checkHeader, givenHeader, isFault } from '../src/light/checking/checkHeader.ts'
import { toHex } from '../src/primitives/hex.ts'
import { toQuantity } from '../src/primitives/quantity.ts'
import { networks } from '../src/protocol/networks/definitions.ts'
import type { Network } from '../src/protocol/networks/network.ts'
import { endpointUrl } from '../src/remote/endpointUrl.ts'
import { isRecord } from '../src/remote/jsonAnswers.ts'
import { openEndpoint } from '../src/remote/openEndpoint.ts'
import type { RemoteNode } from '../src/remote/remoteNode.ts'

const publicNetworks = [networks.mainnet, networks.testnet]

interface Checkpoint {
  readonly name: Network['name']
  readonly anchor: Anchor
}

/** The checkpoint of a node's chain. Rejects when the node does not have the block, or gives a false header. */
export async function checkpointOf(node: RemoteNode, block?: number): Promise<Checkpoint> {
  const { network, height } = await chainOf(node)
  const number = block ?? finalizedNumber(height, network)
  const [answer] = await node.ask([{ method: 'eth_getBlockByNumber', params: [toQuantity(number), false] }])
  if (answer!.error !== undefined) throw new Error(`the node answers: ${answer!.error.message}`)
  if (answer!.result === null) throw new Error(`the node does not have block ${number}`)
  const header = checkHeader(givenHeader(answer!.result, 'block'), network, Math.floor(Date.now() / 1000))
  if (isFault(header)) throw new Error(`the node gives a false header: ${header.detail}`)
  if (header.number !== number) throw new Error(`the node gives block ${header.number} for block ${number}`)
  return { name: network.name, anchor: anchorOf(header) }
}

async function chainOf(node: RemoteNode): Promise<{ readonly network: Network; readonly height: number }> {
  const answers = await node.ask(
    ['eth_chainId', 'eth_syncing', 'eth_blockNumber'].map((method) => ({ method, params: [] })),
  )
  const [chainId, syncing, head] = answers.map(({ error, ...answer }) => {
    if (error !== undefined) throw new Error(`the node answers: ${error.message}`)
    return 'result' in answer ? answer.result : undefined
  })
  const network = publicNetworks.find((one) => one.chainId === Number(chainId))
  if (network === undefined) throw new Error('the node is not one of mainnet or testnet')
  if (isRecord(syncing)) throw new Error('the node is not synchronised')
  const height = Number(head)
  if (!Number.isSafeInteger(height)) throw new Error('the node does not tell its height')
  return { network, height }
}

const grouped = (value: number | bigint): string => value.toString().replace(/\B(?=(\d{3})+$)/g, '_')

/** An entry of `checkpoints`. */
export function checkpointText({ name, anchor }: Checkpoint): string {
  const { number, hash, difficulty, timestamp, bitcoinWork } = anchor
  return [
    `  ${name}: {`,
    `    number: ${grouped(number)},`,
    `    hash: asHash(fromHex('${toHex(hash)}')),`,
    `    difficulty: ${grouped(difficulty)}n,`,
    `    timestamp: ${grouped(timestamp)},`,
    `    bitcoinWork: ${bitcoinWork === undefined ? 'undefined' : `${grouped(bitcoinWork)}n`},`,
    '  },',
  ].join('\n')
}

async function main([text, block]: readonly string[]): Promise<void> {
  if (text === undefined) throw new Error('usage: npx tsx scripts/checkpoint.ts URL [BLOCK]')
  const node = openEndpoint({ url: endpointUrl(text) })
  try {
    console.log(checkpointText(await checkpointOf(node, block === undefined ? undefined : Number(block))))
  } finally {
    node.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
