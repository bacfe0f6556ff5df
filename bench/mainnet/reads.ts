import { leftPad } from '../../src/primitives/bytes.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { toQuantity } from '../../src/primitives/quantity.ts'
import { contracts } from '../evm/contracts.ts'
import { numberedAddress } from '../import/senders.ts'
import type { MeasuredPart } from './bulk.ts'
import { makeCold, makeWarm, RunningNode } from './commands.ts'
import type { Figure } from './figure.ts'
import { busyAccount, busyToken, rareAccount } from './traffic.ts'

/* Work of which each caller asks for the same amount, whatever the length of the chain. */

const coldReads = 50
const archiveReads = 400
const repeats = 20
const minedBeforeKill = 3

/** Mines a few blocks, so it comes last. */
export async function readFigures({ data, height }: MeasuredPart): Promise<Figure[]> {
  return [
    ...(await coldFigures(data, height)),
    ...(await warmFigures(data, height)),
    ...(await restartFigures(data)),
  ]
}

async function coldFigures(data: string, height: number): Promise<Figure[]> {
  makeCold(data)
  const node = await RunningNode.start(data)
  const started = node.counters
  for (let read = 0; read < coldReads; read++)
    await node.ask('eth_getBalance', smallAccount(read, height), 'latest')
  const { readBytes } = node.counters
  await node.stop()
  return [
    { name: 'cold start: MB read', value: started.readBytes / 1e6 },
    { name: 'cold balance: KB read', value: (readBytes - started.readBytes) / 1_000 / coldReads },
  ]
}

async function warmFigures(data: string, height: number): Promise<Figure[]> {
  makeWarm(data)
  const node = await RunningNode.start(data)
  const whole = { fromBlock: '0x0', toBlock: 'latest', address: toHex(busyToken) }
  const topics = [null, null, toHex(leftPad(rareAccount, 32))]
  const account = toHex(busyAccount)
  const filter = { fromBlock: '0x1', toBlock: 'latest', toAddress: [account] }

  /** Milliseconds of processor time of a call, the first one left out. Undefined when it is refused. */
  const measured = async (
    name: string,
    times: number,
    call: (turn: number) => Promise<unknown>,
  ): Promise<Figure> => {
    try {
      await call(0)
      const before = node.counters.processorSeconds
      for (let turn = 1; turn <= times; turn++) await call(turn)
      return { name: `${name}: ms`, value: (1_000 * (node.counters.processorSeconds - before)) / times }
    } catch (error) {
      console.error(`${name} at ${height} blocks: ${error}`)
      return { name: `${name}: ms`, value: undefined }
    }
  }

  const balanceOf = (turn: number) => ({
    to: toHex(busyToken),
    data: toHex(contracts.get('Token')!.encode('balanceOf(address)', numberedAddress(turn))),
  })
  const old = (turn: number): string => toQuantity(1 + ((turn * 7_919) % height))
  const figures = [
    await measured('balance at an old block', archiveReads, (turn) =>
      node.ask('eth_getBalance', smallAccount(turn, height), old(turn)),
    ),
    await measured('call at an old block', archiveReads, (turn) =>
      node.ask('eth_call', balanceOf(turn), old(turn)),
    ),
    await measured('logs with a rare topic', repeats, () => node.ask('eth_getLogs', { ...whole, topics })),
    await measured('newest 25 transactions of a busy account', repeats, () =>
      node.ask('ots_searchTransactionsBefore', account, 0, 25),
    ),
    await measured('oldest 25 transactions of a busy account', repeats, () =>
      node.ask('ots_searchTransactionsAfter', account, 0, 25),
    ),
    await measured('first 25 traces of a busy account', repeats, () =>
      node.ask('trace_filter', { ...filter, after: 0, count: 25 }),
    ),
    await measured('25 traces of a busy account after 100', repeats, () =>
      node.ask('trace_filter', { ...filter, after: 100, count: 25 }),
    ),
    await streamFigure(node, height),
  ]
  await node.stop()
  return figures
}

/** All logs of the busy token, by block. */
async function streamFigure(node: RunningNode, height: number): Promise<Figure> {
  const query = {
    type: 'evm',
    fields: { log: { topics: true, data: true } },
    logs: [{ address: [toHex(busyToken)] }],
  }
  const before = node.counters.processorSeconds
  for (let fromBlock = 0; fromBlock <= height; ) {
    const lines = (await node.post('/data/stream', { ...query, fromBlock })).trimEnd().split('\n')
    const { header }: { header: { number: number } } = JSON.parse(lines.at(-1)!)
    fromBlock = header.number + 1
  }
  const seconds = node.counters.processorSeconds - before
  return { name: 'stream of a busy token: µs a block', value: (1e6 * seconds) / height }
}

/** After a kill in the middle of its work. */
async function restartFigures(data: string): Promise<Figure[]> {
  const killed = await RunningNode.start(data)
  for (let mined = 0; mined < minedBeforeKill; mined++) await killed.ask('evm_mine')
  await killed.kill()
  makeCold(data)
  const node = await RunningNode.start(data)
  await node.ask('eth_blockNumber')
  const { processorSeconds, readBytes } = node.counters
  await node.stop()
  return [
    { name: 'restart after kill -9: s of processor time', value: processorSeconds },
    { name: 'restart after kill -9, cold: MB read', value: readBytes / 1e6 },
  ]
}

/** One of the accounts that are paid over time. */
const smallAccount = (turn: number, height: number): string =>
  toHex(numberedAddress(10 * ((turn * 104_729) % height)))
