import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { call, flood, frame, open, postOf, webSocketOpening } from '../rawSockets.ts'
import { keccakCall, keccakLoop } from './expensiveCalls.ts'
import { allLogs, makeLogs } from './unreadAnswers.ts'

/* Answers that are not read, of several keys together. */

/** Sends over connections that are never read. */
function sendUnread(port: number, contents: readonly (string | Buffer)[]): Socket[] {
  return contents.map((content) => {
    const socket = open(port)
    socket.pause()
    socket.write(content)
    return socket
  })
}

const closeAll = (sockets: readonly Socket[]): void => {
  for (const socket of sockets) socket.destroy()
}

/** How long a call takes. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** A heavy call waits for a few others at most. The machine may be busy, so the bound follows from its time alone. */
const maximumTime = (aloneMs: number): number => 5 * aloneMs + 2_000

export const heldThreads: Attack = {
  name: 'threads',
  aim: 'asks with two keys for answers of 27 MB that it does not read; the heavy calls of others must go on',
  isForGateways: true,
  async run({ target }) {
    await makeLogs(target)
    const heavy = new KeyClient(target.victim.url.href, 1)
    const aloneMs = await timeOf(() => heavy.ask(...keccakCall))
    const sockets: Socket[] = []
    for (const { client } of await target.createKeys(2)) {
      const asked = postOf(client.url.pathname, allLogs)
      sockets.push(
        ...sendUnread(
          target.port,
          Array.from({ length: 10 }, () => asked),
        ),
      )
    }
    await pause(1_000)
    const waitsMs: number[] = []
    for (let count = 0; count < 5; count++) {
      waitsMs.push(await timeOf(() => Promise.race([heavy.ask(...keccakCall), pause(15_000)])))
      if (waitsMs.at(-1)! > 10_000) break
    }
    closeAll(sockets)
    heavy.close()
    const longest = Math.max(...waitsMs)
    return {
      figures: `20 unread answers of 2 keys; the victim's heavy call took ${Math.round(longest)} ms at most, ${Math.round(aloneMs)} ms alone`,
      violations: violationsOf({
        'a heavy call takes little longer than alone': longest < maximumTime(aloneMs),
      }),
    }
  },
}

export const longIds: Attack = {
  name: 'ids',
  aim: 'sends requests with ids of 3 MiB with a key that may do nothing, and reads no refusal, HTTP and WebSocket',
  isForGateways: true,
  async run({ target }) {
    const { client } = await target.createKey({ rate: { unitsPerSecond: 1, burst: 1 } })
    const { pathname } = client.url
    const body = `{"jsonrpc":"2.0","id":"${'i'.repeat(3 << 20)}","method":"eth_blockNumber","params":[]}`
    const request = Buffer.from(postOf(pathname, body).repeat(4))
    const message = Buffer.concat([
      Buffer.from(webSocketOpening(pathname)),
      frame(body),
      frame(body),
      frame(body),
    ])
    for (const content of [request, message]) {
      const sockets = sendUnread(target.port, new Array<Buffer>(150).fill(content))
      await pause(2_500)
      closeAll(sockets)
      await pause(500)
    }
    return { figures: '150 connections and 150 WebSockets with ids of 3 MiB, unread', violations: [] }
  },
}

export const fullTotals: Attack = {
  name: 'totals',
  aim: 'fills the total of unread answers with six keys; the requests of others must be answered',
  isForGateways: true,
  async run({ target }) {
    await makeLogs(target)
    const sockets: Socket[] = []
    for (const { client } of await target.createKeys(6)) {
      const asked = postOf(client.url.pathname, allLogs)
      sockets.push(
        ...sendUnread(
          target.port,
          Array.from({ length: 27 }, () => asked),
        ),
      )
    }
    await pause(5_000)
    const newcomer = new KeyClient(target.victim.url.href, 1)
    const startedAt = performance.now()
    const get = () => newcomer.post(allLogs).catch(() => ({ status: 0 }))
    let { status } = await get()
    // The node may take the thread of a client that does not read for a while; the client asks again.
    if (status === 0) status = (await get()).status
    const tookMs = performance.now() - startedAt
    newcomer.close()
    closeAll(sockets)
    await pause(500)
    return {
      figures: `${sockets.length} unread answers of 27 MB of 6 keys; a long answer for another key: ${status} after ${Math.round(tookMs)} ms`,
      violations: violationsOf({
        'another key gets a long answer in 15 s': status === 200 && tookMs < 15_000,
      }),
    }
  },
}

/** With 16 calls each: more than may wait for a thread. */
const socketsOfKey = 13
const queueKeys = 12
const [heavyMethod, heavyParams] = keccakCall

export const fullQueue: Attack = {
  name: 'queue',
  aim: 'fills the queue of heavy calls with 12 keys that want 200 each; a heavy call of another must be answered',
  isForGateways: true,
  async run({ target }) {
    const keys = await target.createKeys(queueKeys)
    const content = Buffer.concat(new Array<Buffer>(16).fill(frame(call(heavyMethod, ...heavyParams))))
    const floods: Promise<number>[] = []
    for (const { client } of keys) {
      const opening = webSocketOpening(client.url.pathname)
      floods.push(flood(target, { sockets: socketsOfKey, ms: 12_000, opening, content }))
      // WebSockets that are opened at once are another attack.
      await pause(200)
    }
    await pause(1_000)
    const refused: string[] = []
    let longestMs = 0
    const heavy = new KeyClient(target.victim.url.href, 1)
    for (let count = 0; count < 3; count++) {
      const startedAt = performance.now()
      const { status, error } = await heavy.ask(...keccakCall)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      // The call ends out of gas, or out of time after it ran; only a refusal is a violation.
      if (status !== 200 || error?.code === -32005) refused.push(`${status} ${error?.message}`)
    }
    heavy.close()
    await Promise.all(floods)
    return {
      figures: `${16 * socketsOfKey * queueKeys} heavy calls at once of ${queueKeys} keys; the victim's took ${Math.round(longestMs)} ms at most`,
      violations: refused,
    }
  },
}

/** A trace that takes its thread as long as a call may, and is read as fast as it comes. */
const longTrace = call('debug_traceCall', { data: keccakLoop, gas: '0x989680' }, 'latest', {})
const tracesOfKey = 6

export const readTraces: Attack = {
  name: 'crowd',
  aim: 'asks with two keys for many long traces that it reads as fast as they come; the heavy calls of others must go on',
  isForGateways: true,
  async run({ target }) {
    const heavy = new KeyClient(target.victim.url.href, 1)
    const aloneMs = await timeOf(() => heavy.ask(...keccakCall))
    const sockets = (await target.createKeys(2)).flatMap(({ client }) =>
      Array.from({ length: tracesOfKey }, () => {
        const socket = open(target.port).resume()
        socket.write(postOf(client.url.pathname, longTrace).repeat(20))
        return socket
      }),
    )
    await pause(1_000)
    const waitsMs: number[] = []
    for (let count = 0; count < 5; count++) waitsMs.push(await timeOf(() => heavy.ask(...keccakCall)))
    closeAll(sockets)
    heavy.close()
    const longest = Math.max(...waitsMs)
    return {
      figures: `${sockets.length} connections with traces of 2 keys; the victim's heavy call took ${Math.round(longest)} ms at most, ${Math.round(aloneMs)} ms alone`,
      violations: violationsOf({
        'a heavy call takes little longer than alone': longest < maximumTime(aloneMs),
      }),
    }
  },
}
