// Compares this development chain with others, in turns: `npm run build && npm run bench -- compare`. Linux only (/proc).

import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { load } from './compare/load.ts'
import { firstRun, sendLoop } from './compare/sendLoop.ts'
import { Table } from './compare/table.ts'
import { sizeFrom } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'
import { type Chain, makeChain } from './rpc/chain.ts'
import { missingPrograms, type Program, programs, runningPrograms } from './rpc/programs.ts'
import { type Answering, connectTo, type Running, start } from './rpc/running.ts'
import { type Workload, workloads } from './rpc/workloads.ts'

/** Seconds of each load, rounds in turns, and a part of the titles of the requests to measure; all by default. */
const seconds = sizeFrom('BENCH_SECONDS', 1)
const rounds = sizeFrom('BENCH_ROUNDS', 3)
const { BENCH_ONLY = '' } = process.env
const measured = workloads.filter(({ title }) => title.includes(BENCH_ONLY))

const firstRequests = 50
const firstPayments = 200
/** Payments after which the just-in-time compilers of all programs have done most of their work. */
const settlingPayments = 2_500
const paymentsPerRound = 200

const peers = join(import.meta.dirname, 'peers')

interface Contender {
  readonly index: number
  readonly running: Answering
  readonly chain: Chain
}

export async function bench(): Promise<void> {
  installPeers()
  const contenders = programs()
  for (const reason of missingPrograms()) console.log(reason)
  await measureBare()
  const table = new Table([...contenders, ...runningPrograms()].map(({ name }) => name))
  await measureFirst(contenders, table)
  await measureSettled(contenders, table)
  console.log(table.text())
}

function installPeers(): void {
  if (process.env['BENCH_BASE'] !== undefined || existsSync(join(peers, 'node_modules'))) return
  try {
    execFileSync('npm', ['ci', '--prefix', peers, '--no-audit', '--no-fund'], { stdio: 'inherit' })
  } catch {
    console.log('the other programs cannot be installed; only this one is measured')
  }
}

/** New processes in every round: their start, the first run of a suite, and the first requests of each kind. */
async function measureFirst(contenders: readonly Program[], table: Table): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    for (const [index, program] of contenders.entries()) {
      console.error(`new processes, round ${round + 1} of ${rounds}: ${program.name}`)
      await withRunning(program, async (running) => {
        const started = running.processorSeconds()
        table.add('start, ms', 'first', index, running.startMs)
        table.add('start, ms of processor time', 'first', index, 1_000 * started)
        await firstRun(running)
        const used = 1_000 * (running.processorSeconds() - started)
        table.add('deploy, 40 payments, 40 calls after the start, ms of processor time', 'first', index, used)
      })
      await withRunning(program, async (running) => {
        table.add('send and wait, a second', 'first', index, await sendLoop(running, firstPayments))
        const chain = await makeChain(running)
        for (const workload of measured) {
          const bounds = { seconds: 2 * seconds, connections: 1, requests: firstRequests }
          table.add(rowOf(workload), 'first', index, await load(running, workload.body(chain), bounds))
        }
      })
    }
  }
}

/** Processes that have done the same work before, side by side; one works at a time. */
async function measureSettled(contenders: readonly Program[], table: Table): Promise<void> {
  const started: Running[] = []
  const opened: Contender[] = []
  try {
    for (const program of contenders) started.push(await start(program))
    for (const [index, running] of [...started, ...runningPrograms().map(connectTo)].entries())
      opened.push({ index, running, chain: await makeChain(running) })
    for (const workload of measured) {
      console.error(`settled: ${workload.title}`)
      const able = opened.filter(({ running }) => running.program.holding || !workload.needsHolding)
      for (const { running, chain } of able) {
        await check(workload, running, chain)
        await load(running, workload.body(chain), boundsOf(workload))
      }
      await inTurns(rounds, able, async ({ index, running, chain }) => {
        const rate = await load(running, workload.body(chain), boundsOf(workload))
        table.add(rowOf(workload), 'settled', index, rate)
      })
    }
    for (const { running } of opened) await sendLoop(running, settlingPayments)
    await inTurns(rounds, opened, async ({ index, running }) => {
      const rate = await sendLoop(running, paymentsPerRound)
      table.add('send and wait, a second', 'settled', index, rate)
    })
    for (const [index, running] of started.entries()) {
      table.add('memory afterwards, MiB', 'settled', index, running.memoryMiB())
    }
  } finally {
    for (const running of started) await running.stop()
  }
}

const bareResponder: Program = {
  name: 'a bare responder',
  command: process.execPath,
  arguments: (port) => [join(import.meta.dirname, 'compare/bareResponder.mjs'), String(port)],
  holding: undefined,
}

/** The maximum rate of a light call. */
async function measureBare(): Promise<void> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
  await withRunning(bareResponder, async (running) => {
    await load(running, body, lightLoad)
    const rate = await load(running, body, lightLoad)
    console.log(`a bare responder over node:http: ${rate.toFixed(0)} answers a second`)
  })
}

async function withRunning(program: Program, work: (running: Running) => Promise<void>): Promise<void> {
  const running = await start(program)
  try {
    await work(running)
  } finally {
    await running.stop()
  }
}

/** A fast wrong answer must not count. */
async function check({ title, body, isRight }: Workload, running: Answering, chain: Chain): Promise<void> {
  const answer = await running.client.post(body(chain))
  if (!isRight(JSON.parse(answer)))
    throw new Error(`${running.program.name}: ${title}: ${answer.slice(0, 300)}`)
}

const lightLoad = { seconds, connections: 8 } as const

const boundsOf = ({ connections = lightLoad.connections }: Workload) => ({ ...lightLoad, connections })

const rowOf = ({ title }: Workload): string => `${title}, a second`
