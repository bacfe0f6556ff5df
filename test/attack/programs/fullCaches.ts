import { startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import type { Random } from '../random.ts'
import { memoryOf } from '../target.ts'
import { methodsOf, request } from './fuzzedCalls.ts'

/** MiB. The least that a node of one network with one thread for reads accepts: its caches have 72 + 2 × 48 MiB. */
const memory = 496
const cells = 60
const codeLength = 4_000
const workers = 6
const bodySize = 20
/** Measurements of a run, at equal numbers of calls, so that a slow machine has the same ones. */
const samples = 40
/** Growth of the median between the third and the last quarter of a run; caches still fill in a short one. */
const maximumGrowth = { short: 1.2, long: 1.1 } as const

/** Writes 60 cells, emits a log for each, and leaves a contract with the given code. */
function creation(code: Buffer): string {
  const length = code.length.toString(16).padStart(4, '0')
  const loop = '603c5b5a81558060006000a1600190038060025750'
  const end = `61${length}61002960003961${length}6000f3`
  return `0x${loop}${end}${'00'.repeat(0x29 - (loop.length + end.length) / 2)}${code.toString('hex')}`
}

const quantity = (value: number): string => `0x${value.toString(16)}`

/** Reads of everything that has a cache, at random places. */
function read(random: Random, blocks: number, contracts: readonly string[]): object {
  const block = quantity(1 + random.below(blocks))
  const contract = random.pick(contracts)
  const [method, params] = random.pick<[string, unknown[]]>([
    ['eth_getBlockByNumber', [block, true]],
    ['eth_getBlockReceipts', [block]],
    ['eth_getLogs', [{ fromBlock: block, toBlock: block }]],
    ['eth_getStorageAt', [contract, quantity(1 + random.below(cells)), 'latest']],
    ['eth_getCode', [contract, 'latest']],
    ['eth_getProof', [contract, [quantity(1 + random.below(cells))], 'latest']],
    ['eth_call', [{ to: contract, gas: '0x7a120' }, 'latest']],
    ['trace_block', [block]],
  ])
  return { jsonrpc: '2.0', id: 1, method, params }
}

async function fill(client: KeyClient, from: string, blocks: number, random: Random): Promise<string[]> {
  const hashes: string[] = []
  for (let block = 0; block < blocks; block++) {
    const data = creation(random.bytes(codeLength))
    hashes.push(await client.text('eth_sendTransaction', [{ from, data, gas: '0x300000' }]))
  }
  const contracts: string[] = []
  for (const hash of hashes) {
    const { result } = await client.ask('eth_getTransactionReceipt', [hash])
    contracts.push((result as { readonly contractAddress: string }).contractAddress)
  }
  return contracts
}

/** The middle one; 0 of an empty list. */
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

export const fullCaches: Attack = {
  name: 'caches',
  aim: 'reads and fuzzes a chain that is larger than the caches of a node with little memory, which must stay level and within its setting',
  isAlone: true,
  async run({ random, isLong, isOver, progress }) {
    const folder = new TemporaryFolder()
    const { running, announced } = await startNode(
      ...['--data', folder.path, '--network', 'regtest', '--threads', '1', '--memory', String(memory)],
    )
    const client = new KeyClient(announced.networks[0]!.url)
    const blocks = isLong ? 2_000 : 200
    const total = isLong ? 300_000 : 10_000
    const curve: number[] = []
    let sent = 0
    try {
      const contracts = await fill(client, announced.networks[0]!.accounts[0]!.address, blocks, random)
      const methods = await methodsOf(client)
      const filled = Math.round(memoryOf(running, false))
      const work = async (): Promise<void> => {
        while (sent < total && !isOver()) {
          sent += bodySize
          if (sent % (total / samples) < bodySize) curve.push(Math.round(memoryOf(running, false)))
          const body = Array.from({ length: bodySize }, (_, index) =>
            index % 2 === 0 ? read(random, blocks, contracts) : request(random, methods),
          )
          await client.post(JSON.stringify(body))
          progress(`${sent.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} calls`)
        }
      }
      await Promise.all(Array.from({ length: workers }, work))
      const quarter = Math.ceil(curve.length / 4)
      const [early, late] = [median(curve.slice(-2 * quarter, -quarter)), median(curve.slice(-quarter))]
      const isAlive = curve.at(-1) !== 0
      await stop(running)
      const { notes } = await running.ended
      return {
        figures: `${blocks} blocks, ${sent.toLocaleString('en-US')} calls with --memory ${memory}; memory without files ${filled}, then ${curve.join(', ')} MiB`,
        violations: violationsOf({
          'the memory is level': late <= maximumGrowth[isLong ? 'long' : 'short'] * early,
          'the memory is within its setting': Math.max(...curve) <= memory,
          'no thread ended for want of memory': !notes.includes('ERR_WORKER_OUT_OF_MEMORY'),
          'the node lives': isAlive,
        }),
      }
    } finally {
      client.close()
      running.child.kill('SIGKILL')
      await running.ended
      folder.remove()
    }
  },
}
