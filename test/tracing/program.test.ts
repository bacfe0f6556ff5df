import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, removeBuild } from '../processes/cliProcess.ts'
import { ask, type StartedNode, startNode, stop } from '../processes/nodeProcess.ts'
import { callOf, wideLoop } from './calls.ts'
import { posting, request } from './tracedService.ts'

/* The bundled program: a trace larger than its memory limit, and the log for developers. */

const megabyte = 1_000_000
const iterations = 40_000
/** Three instructions, which cost 12. */
const large = callOf(wideLoop, 21_100 + 12 * iterations)
/** Memory for strings and buffers in transit. */
const allowedGrowth = 150 * megabyte

/** The peak memory of a process, from the Linux proc file system. */
function peakMemory(pid: number | undefined): number {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

describe.runIf(process.platform === 'linux')('the program', () => {
  let node: StartedNode
  beforeAll(async () => {
    buildCambium()
    node = await startNode('--network', 'regtest', '--verbose', '--limits.answer-bytes', '1000000000')
  })
  afterAll(async () => {
    await stop(node.running)
    removeBuild()
  })

  it('streams traces larger than its memory, even to a slow reader', async () => {
    const { url } = node.announced.networks[0]!
    await ask(url, 'debug_traceCall', ...callOf('0x00', 30_000))
    const before = peakMemory(node.running.child.pid)
    const { headers, ...post } = posting(request('debug_traceCall', ...large))
    const response = await fetch(url, { ...post, headers: { ...headers, 'accept-encoding': 'identity' } })
    const reader = response.body!.getReader()
    let length = (await reader.read()).value?.length ?? 0
    // A program without backpressure would buffer the whole trace meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(await ask(url, 'eth_blockNumber')).toMatchObject({ result: '0x0' })
    for (let next = await reader.read(); !next.done; next = await reader.read()) length += next.value.length
    expect(length).toBeGreaterThan(250 * megabyte)
    expect(peakMemory(node.running.child.pid) - before).toBeLessThan(allowedGrowth)
  })

  it('logs calls and their outcomes with --verbose', async () => {
    const { url, accounts } = node.announced.networks[0]!
    const [from, to] = accounts.map(({ address }) => address)
    let notes = ''
    node.running.child.stderr?.on('data', (text: string) => {
      notes += text
    })
    await ask(url, 'eth_sendTransaction', { from, to, value: '0x1' })
    await ask(url, 'eth_call', { from, data: '0x60006000fd' })
    await expect
      .poll(() => notes)
      .toMatch(/^transaction 0x\w{64} in block 1: \S+ pays \S+ 0\.0{17}1 RBTC: .*success$/m)
    await expect
      .poll(() => notes)
      .toMatch(/^eth_call: \S+ creates a contract: .*reverted without a reason\n {2}CREATE /m)
  })
})
