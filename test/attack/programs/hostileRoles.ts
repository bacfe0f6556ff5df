import { ask, type StartedNode, startNode, stop } from '../../processes/nodeProcess.ts'
import { TemporaryFolder } from '../../processes/temporaryFolder.ts'
import { type Attack, violationsOf } from '../attack.ts'
import { attackThrough, faults, type Hostile, startHostile } from '../hostileSide.ts'
import { memoryOf } from '../target.ts'

/* A reader whose writer is hostile, and a node whose upstream is. Both must answer what they know themselves. */

const call = (method: string, ...params: unknown[]): object => ({ jsonrpc: '2.0', id: 1, method, params })

export const hostileRoles: Attack = {
  name: 'roles',
  aim: 'gives a reader a hostile writer and a node a hostile upstream, and calls what only these know',
  isAlone: true,
  isMostlyWaiting: true,
  async run() {
    const folder = new TemporaryFolder()
    const started: StartedNode[] = []
    const start = async (...words: string[]): Promise<StartedNode> => {
      const node = await startNode('--network', 'regtest', ...words)
      started.push(node)
      return node
    }
    const urlOf = ({ announced }: StartedNode): string => announced.networks[0]!.url
    const hostiles: Hostile[] = []
    try {
      const writing = await start('--data', folder.at('data'))
      await ask(urlOf(writing), 'evm_mine')
      const blockAt = async (number: string): Promise<unknown> =>
        (await ask(urlOf(writing), 'eth_getBlockByNumber', number, false)).result
      const blocks: Readonly<Record<string, unknown>> = {
        '0x0': await blockAt('0x0'),
        '0x1': await blockAt('0x1'),
      }
      const chainId = `0x${writing.announced.networks[0]!.chainId.toString(16)}`
      const writer = await startHostile(() => undefined)
      const upstream = await startHostile((method, [number, isWhole]) => {
        if (method === 'eth_chainId') return chainId
        if (method === 'eth_blockNumber') return '0x1'
        return method === 'eth_getBlockByNumber' && isWhole === false ? blocks[String(number)] : undefined
      })
      hostiles.push(writer, upstream)
      const reader = await start(
        '--role',
        'reader',
        '--data',
        folder.at('data'),
        '--nodes',
        `regtest=${writer.url}`,
      )
      const behind = await start('--upstream', upstream.url, '--networks.regtest.upstream-lag', '0')
      const ofWriter = [
        call('eth_newBlockFilter'),
        call('txpool_content'),
        call('eth_sendRawTransaction', '0x01'),
      ]
      const asReader = await attackThrough(urlOf(reader), writer, ofWriter, 'eth_blockNumber')
      const account = `0x${'1'.repeat(40)}`
      const ofUpstream = [
        call('eth_getBalance', account, 'latest'),
        call('eth_call', { to: account }, 'latest'),
        call('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' }),
      ]
      const asNode = await attackThrough(urlOf(behind), upstream, ofUpstream, 'eth_chainId')
      const [readerMiB, nodeMiB] = [reader, behind].map(({ running }) => Math.round(memoryOf(running))) as [
        number,
        number,
      ]
      return {
        figures: `${Object.keys(faults).length} faults: a reader asked its writer ${writer.asked} times (own call ${Math.round(asReader.slowestMs)} ms at most, when it ${asReader.slowestFault}, ${readerMiB} MiB), a node its upstream ${upstream.asked} times (${Math.round(asNode.slowestMs)} ms, when it ${asNode.slowestFault}, ${nodeMiB} MiB)`,
        violations: [
          ...asReader.wrong.slice(0, 3),
          ...asNode.wrong.slice(0, 3),
          ...violationsOf({
            'both processes live': [reader, behind].every(
              ({ running: { child } }) => child.exitCode === null,
            ),
            'the other sides were asked': writer.asked > 0 && upstream.asked > 0,
            'own calls take less than 10 s': Math.max(asReader.slowestMs, asNode.slowestMs) < 10_000,
            'the memory is below 1,500 MiB': Math.max(readerMiB, nodeMiB) < 1_500,
          }),
        ],
      }
    } finally {
      for (const { running } of started) await stop(running, 'SIGKILL')
      for (const hostile of hostiles) hostile.close()
      folder.remove()
    }
  },
}
