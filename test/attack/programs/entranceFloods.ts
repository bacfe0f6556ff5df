import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Attack } from '../attack.ts'
import { mainThreadMs } from '../processFigures.ts'
import { call, connectOnly, flood, open, postOf } from '../rawSockets.ts'
import type { Target } from '../target.ts'

/* What is done for a request before its caller is known to have paid for it. */

const ms = 3_000
const blockNumber = call('eth_blockNumber')
const probe = 'GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n'
const number = (value: number): string => Math.round(value).toLocaleString('en-US')

/** A key that can pay for nothing. */
const poor = { rate: { unitsPerSecond: 1, burst: 1 } }

export const newcomers: Attack = {
  name: 'newcomers',
  aim: 'keeps every turn busy with probes without a key and with refused requests, while connections are opened',
  isForGateways: true,
  async run({ target }) {
    const { client } = await target.createKey(poor)
    const refused = postOf(client.url.pathname, blockNumber)
    const counts: number[] = []
    for (const content of [probe, refused]) {
      const [sent] = await Promise.all([
        flood(target, { sockets: 300, ms, content }),
        connectOnly(target, 400, ms),
      ])
      counts.push(sent)
      await pause(300)
    }
    const waitsMs: number[] = []
    for (let round = 0; round < 3; round++) {
      await pause(300)
      waitsMs.push(await behindOthers(target))
    }
    const waitedMs = Math.min(...waitsMs)
    return {
      figures: `${counts.map(number).join(' probes and ')} refused requests over 300 connections, with 400 connects; ${number(waitedMs)} ms behind 900 connections`,
      violations:
        waitedMs > maximumQueueMs ? [`a newcomer behind 900 others waited for ${number(waitedMs)} ms`] : [],
    }
  },
}

/** More than twice what the main thread takes to accept and close 900 connections, each in a turn of its own. */
const maximumQueueMs = 400

/**
 * Processor time of the main thread until it answers a client that connected after 900 others, which have left, while 300
 * connections ask all the time. The node is stopped while they connect, so other load on the machine does not matter.
 */
async function behindOthers({ port, pid, victim }: Target): Promise<number> {
  const asking = Array.from({ length: 300 }, () => {
    const socket = open(port)
    socket.on('data', () => socket.write(probe))
    socket.write(probe)
    return socket
  })
  await pause(500)
  process.kill(pid, 'SIGSTOP')
  try {
    const connected: Promise<unknown>[] = []
    for (let count = 0; count < 900; count++) {
      const socket = open(port)
      connected.push(once(socket, 'connect').then(() => socket.destroy()))
      if (count % 50 === 0) await pause(5)
    }
    await Promise.race([Promise.all(connected), pause(2_000)])
    const newcomer = open(port)
    newcomer.write(postOf(victim.url.pathname, blockNumber))
    await pause(100)
    const beforeMs = mainThreadMs(pid)
    process.kill(pid, 'SIGCONT')
    await once(newcomer, 'data')
    const busyMs = mainThreadMs(pid) - beforeMs
    newcomer.destroy()
    return busyMs
  } finally {
    process.kill(pid, 'SIGCONT')
    for (const socket of asking) socket.destroy()
  }
}

/** As long as a body may be, almost: objects that a parser makes. */
const longBody = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[[${'[],'.repeat(1_700_000)}[]]]}`
/** A text, which a parser copies. */
const longText = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":["${'x'.repeat(5_200_000)}"]}`

export const unpaidBodies: Attack = {
  name: 'bodies',
  aim: 'sends bodies of 5 MiB with a key that cannot pay for them, whole and in chunks',
  isForGateways: true,
  async run({ target }) {
    const { client } = await target.createKey(poor)
    const path = client.url.pathname
    const chunked = `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${longText.length.toString(16)}\r\n${longText}\r\n0\r\n\r\n`
    let sent = 0
    for (const content of [postOf(path, longBody), postOf(path, longText), chunked])
      sent += await flood(target, { sockets: 40, ms: 2_000, content: Buffer.from(content) })
    return { figures: `${number(sent)} bodies of 5 MiB of a key in debt`, violations: [] }
  },
}

export const longBodies: Attack = {
  name: 'parsing',
  aim: 'sends bodies of 5 MiB that are slow to parse, with a key that may',
  isForGateways: true,
  async run({ target }) {
    const path = target.attacker.url.pathname
    const batch = `[${`${blockNumber},`.repeat(90_000)}${blockNumber}]`
    const escapes = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":["${'\\u0041'.repeat(850_000)}"]}`
    const names = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[{${Array.from({ length: 400_000 }, (_, index) => `"${index}":0`).join()}}]}`
    const digits = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[1${'0'.repeat(5_100_000)}]}`
    const wide = `{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":["${'€'.repeat(1_700_000)}"]}`
    const ids = `{"jsonrpc":"2.0","id":${'9'.repeat(20)},"method":"eth_blockNumber","params":[${`{"id":${'1'.repeat(480)}},`.repeat(9_900)}0]}`
    const kinds = [longBody, batch, escapes, names, digits, wide, ids]
    let sent = 0
    for (const body of kinds)
      sent += await flood(target, { sockets: 8, ms: 1_000, content: Buffer.from(postOf(path, body)) })
    return { figures: `${number(sent)} bodies of 5 MiB in ${kinds.length} kinds`, violations: [] }
  },
}

export const sharedAddress: Attack = {
  name: 'address',
  aim: 'pipelines paid requests over 200 connections from the address that the victim has, as behind a proxy',
  isForGateways: true,
  async run({ target }) {
    const content = Buffer.from(postOf(target.attacker.url.pathname, blockNumber).repeat(64))
    const sent = await flood(target, { sockets: 200, ms, content })
    return {
      figures: `${number(sent * 64)} requests over 200 connections of the victim's address`,
      violations: [],
    }
  },
}

export const longHeads: Attack = {
  name: 'heads',
  aim: 'keeps idle connections after long heads, and floods refused requests of many header lines',
  isForGateways: true,
  async run({ target }) {
    const { client } = await target.createKey(poor)
    const before = target.memoryMiB()
    const padding = `x: ${'y'.repeat(15_000)}\r\n`
    const idle = Array.from({ length: 900 }, () => {
      const socket = open(target.port).resume()
      socket.write(postOf(target.attacker.url.pathname, blockNumber, padding))
      return socket
    })
    await pause(3_000)
    const kept = Math.max(0, target.memoryMiB() - before)
    const lines = 'a:\r\n'.repeat(3_500)
    const sent = await flood(target, {
      sockets: 100,
      ms,
      content: Buffer.from(postOf(client.url.pathname, blockNumber, lines)),
    })
    for (const socket of idle) socket.destroy()
    return {
      figures: `900 idle connections after heads of 15 kB keep ${number((kept * 1024) / 900)} KiB each; ${number(sent)} refused requests of 3,500 lines`,
      violations: kept > 150 ? [`idle connections keep ${number(kept)} MiB`] : [],
    }
  },
}

export const encodings: Attack = {
  name: 'encodings',
  aim: 'asks for compressed answers with long accept-encoding headers, with a key that may and one that may not',
  isForGateways: true,
  async run({ target }) {
    const { client } = await target.createKey(poor)
    const long = `accept-encoding: ${'gzip;q=0.5,br;q=0.4,'.repeat(370)}identity\r\n`
    const block = call('eth_getBlockByNumber', 'latest', true)
    let sent = 0
    for (const path of [client.url.pathname, target.attacker.url.pathname])
      for (const lines of [long, 'accept-encoding: gzip\r\n'])
        sent += await flood(target, {
          sockets: 60,
          ms: 1_000,
          content: Buffer.from(postOf(path, block, lines).repeat(8)),
        })
    return { figures: `${number(sent * 8)} requests, half with accept-encoding of 7.5 kB`, violations: [] }
  },
}

/** Preflights need no key. */
export const preflights: Attack = {
  name: 'preflights',
  aim: 'floods CORS preflights with long lists, and the paths of files and of the service, without a key',
  isForGateways: true,
  async run({ target }) {
    const asked = `access-control-request-method: POST\r\naccess-control-request-headers: ${'x-a,'.repeat(2_000)}x\r\n`
    const options = (origin: string): string =>
      `OPTIONS / HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${origin}\r\n${asked}\r\n`
    let sent = 0
    for (const origin of [
      'http://localhost:3000',
      'https://attacker.example',
      `https://${'a'.repeat(4_000)}.example`,
    ])
      sent += await flood(target, {
        sockets: 100,
        ms: 1_000,
        content: Buffer.from(options(origin).repeat(4)),
      })
    return { figures: `${number(sent * 4)} preflights with 8 kB of header names`, violations: [] }
  },
}
