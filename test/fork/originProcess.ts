// A chain for forks in its own process, because forks block their thread while they wait for it:
// `originProcess.ts <recorded chain> <last block>`. It serves JSON-RPC over HTTP, prints its port, and receives settings as
// messages.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RpcService } from '../../src/answering/rpcService.ts'
import { openNode } from '../../src/node/openNode.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { defaultCallSettings } from '../../src/rpc/method/context.ts'
import { goldenBlocks } from '../golden/goldenCases.ts'
import type { OriginSettings } from './origin.ts'
import { Recordings } from './recordings.ts'

const [name, last] = process.argv.slice(2)
const node = await openNode({ mining: { kind: 'manual' } })
node.local?.stopMining()
const blocks =
  name === 'golden'
    ? goldenBlocks()
    : recordedBlocks(name as ChainName).map(({ rlp }) => decodeBlock(fromHex(rlp), node.network))
for (const block of blocks) if (block.header.number <= Number(last)) node.chain.import(block)

const serviceWithout = (disabled: readonly string[]): RpcService =>
  new RpcService(node, {
    settings: { clientVersion: 'origin', errors: 'rootstock', ...defaultCallSettings },
    disabled,
    now: Date.now,
    random: randomBytes,
    report: (error) => console.error(error),
    readers: null,
  })

const whole = serviceWithout([])
/** The methods of a reference node. */
const plain = serviceWithout(['eth_getProof', 'debug', 'trace'])
const restricted = serviceWithout(['eth_getProof', 'debug', 'trace', 'rsk_getStorageBytesAt'])
const recordings = new Recordings(name as ChainName | 'golden', node.chain)
let settings: OriginSettings = { offers: 'all' }
let requests = 0

process.on('message', (message: OriginSettings) => {
  if ('reset' in message) requests = 0
  settings = { ...settings, ...message }
  process.send?.({ requests, recorded: recordings.used })
})

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', async () => {
    requests++
    if (typeof settings.status === 'number') return void response.writeHead(settings.status).end()
    const service = { all: whole, plain, restricted }[settings.offers ?? 'all']
    const asked = settings.rewrite ? text.replaceAll(...settings.rewrite) : text
    const compute = async (one: string): Promise<string> => service.handleText(one, { name: 'fork' })
    const answer = settings.isRecorded ? await recordings.answer(asked, compute) : await compute(asked)
    const changed = settings.replace ? answer.replaceAll(settings.replace[0], settings.replace[1]) : answer
    setTimeout(() => response.end(changed), settings.latencyMs ?? 0)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.on('disconnect', () => process.exit(0))
