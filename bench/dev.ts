// The development chain beside others: `npm run build && npm run bench -- dev`. Peers are installed as for `rpc`.

import { developmentPrograms } from './dev/developmentPrograms.ts'
import { rounds } from './dev/rounds.ts'
import { benchSuite } from './dev/suite.ts'
import { type Running, start } from './rpc/running.ts'

const warmUps = 100
const turns = 5
const timesPerTurn = 60
const payments = 400

const milliseconds = (value: number): string => `${value.toFixed(2)} ms`

/** The package's public face as a program imports it. */
async function benchLibrary(): Promise<void> {
  const { createNode } = await import('../src/library/createNode.ts')
  const startedAt = performance.now()
  const node = await createNode()
  const created = performance.now() - startedAt
  const accounts = await node.request({ method: 'eth_accounts' })
  if (!Array.isArray(accounts)) throw new Error('no accounts')
  const [from, to] = accounts
  const pay = async (): Promise<void> => {
    const transfer = { from, to, value: '0x1', gas: '0x5208' }
    const hash = await node.request({ method: 'eth_sendTransaction', params: [transfer] })
    await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  }
  for (let payment = 0; payment < payments; payment++) await pay()
  const before = process.cpuUsage()
  for (let payment = 0; payment < payments; payment++) await pay()
  const { user, system } = process.cpuUsage(before)
  await node.close()
  console.log(`\ncreateNode() after the import: ${milliseconds(created)}`)
  console.log(
    `a payment in a block of its own, in process: ${milliseconds((user + system) / 1000 / payments)} of processor time`,
  )
}

interface Measured {
  readonly perSecond: number
  readonly processorMs: number
}

async function timed(
  running: Running,
  account: string,
  once: (typeof rounds)[number]['once'],
): Promise<Measured> {
  const before = running.processorSeconds()
  const startedAt = performance.now()
  for (let time = 0; time < timesPerTurn; time++) await once(running, account)
  const seconds = (performance.now() - startedAt) / 1000
  return {
    perSecond: timesPerTurn / seconds,
    processorMs: ((running.processorSeconds() - before) * 1000) / timesPerTurn,
  }
}

/** All programs run at once and work in turns; the median of the turns counts. */
async function benchPrograms(): Promise<void> {
  const running = await Promise.all(developmentPrograms().map(async (program) => start(program)))
  try {
    const accounts = await Promise.all(running.map(firstAccount))
    const table: Record<string, Record<string, string>> = {}
    for (const { title, once } of rounds) {
      for (const [index, one] of running.entries()) {
        for (let time = 0; time < warmUps; time++) await once(one, accounts[index]!)
      }
      const results = running.map((): Measured[] => [])
      for (let turn = 0; turn < turns; turn++) {
        for (const [index, one] of running.entries())
          results[index]!.push(await timed(one, accounts[index]!, once))
      }
      table[title] = Object.fromEntries(
        running.map(({ program }, index) => [program.name, described(results[index]!)]),
      )
    }
    table['start to first answer'] = Object.fromEntries(
      running.map(({ program, startMs }) => [program.name, milliseconds(startMs)]),
    )
    console.table(table)
  } finally {
    await Promise.all(running.map((one) => one.stop()))
  }
}

async function firstAccount({ client }: Running): Promise<string> {
  const accounts = await client.ask('eth_accounts')
  if (!Array.isArray(accounts) || typeof accounts[0] !== 'string') throw new Error('no accounts')
  return accounts[0]
}

function described(results: readonly Measured[]): string {
  const middle = [...results].sort((a, b) => a.perSecond - b.perSecond)[Math.floor(results.length / 2)]!
  const processor = results.reduce((sum, { processorMs }) => sum + processorMs, 0) / results.length
  return `${Math.round(middle.perSecond)}/s, ${milliseconds(processor)} of processor`
}

export async function bench(): Promise<void> {
  await benchLibrary()
  await benchPrograms()
  await benchSuite()
}

if (process.argv[1] === import.meta.filename) await bench()
