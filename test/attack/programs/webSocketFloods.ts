import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, violationsOf } from '../attack.ts'
import { KeyClient } from '../client.ts'
import { call, frame, open, webSocketOpening } from '../rawSockets.ts'
import type { Target } from '../target.ts'

/** Opens WebSockets with a key; those that were accepted. */
async function openAll({ port }: Target, { url }: KeyClient, count: number): Promise<Socket[]> {
  const opening = webSocketOpening(url.pathname)
  const opened: Socket[] = []
  for (let index = 0; index < count; index++) {
    const socket = open(port)
    socket.write(opening)
    opened.push(socket)
    if (index % 50 === 49) await Promise.race([once(socket, 'data').catch(() => {}), pause(1_000)])
  }
  await pause(200)
  return opened
}

/** As many as a message may have, nearly, and fewer bytes than are counted for an incomplete message. */
const fragmentsOfMessage = 16_000

export const oneByteFragments: Attack = {
  name: 'fragments',
  aim: 'sends WebSocket messages in fragments of one byte: many that never end, and many that do',
  isForGateways: true,
  async run({ target }) {
    const sockets = await openAll(target, target.attacker, 450)
    const content = Buffer.concat([
      frame('"', 0x01),
      ...Array.from({ length: fragmentsOfMessage }, () => frame('x', 0x00)),
    ])
    for (const socket of sockets) socket.resume().write(content)
    await pause(2_500)
    const ending = Buffer.concat([frame('"', 0x80), content, frame('"', 0x80)])
    for (const socket of sockets) if (!socket.destroyed) socket.write(ending)
    await pause(2_500)
    const closed = sockets.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length
    for (const socket of sockets) socket.destroy()
    return {
      figures: `450 WebSockets × 2 messages of ${fragmentsOfMessage.toLocaleString('en-US')} fragments of a byte; ${closed} were closed`,
      violations: [],
    }
  },
}

export const countedPings: Attack = {
  name: 'pings',
  aim: 'sends 60 MB of pings over one WebSocket of each of six keys, and leaves them idle; chunked bodies must still be received',
  isForGateways: true,
  async run({ target }) {
    const sockets: Socket[] = []
    for (const { client } of await target.createKeys(6)) sockets.push(...(await openAll(target, client, 1)))
    const pings = Buffer.concat(Array.from({ length: 50_000 }, () => frame('x'.repeat(100), 0x89)))
    for (const socket of sockets) {
      socket.resume()
      for (let round = 0; round < 11; round++) socket.write(pings)
    }
    for (let waited = 0; waited < 200 && sockets.some(({ writableLength }) => writableLength > 0); waited++)
      await pause(50)
    const taken = sockets.reduce(
      (sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength,
      0,
    )
    const other = new KeyClient(target.victim.url.href, 1)
    const { status } = await other.post(call('eth_blockNumber'), { 'transfer-encoding': 'chunked' }, false)
    other.close()
    for (const socket of sockets) socket.destroy()
    return {
      figures: `${Math.round(taken / 1e6)} MB of pings over 6 idle WebSockets; a chunked body afterwards: ${status}`,
      violations: violationsOf({ 'chunked bodies are received': status === 200 }),
    }
  },
}

/** Fewer than the service takes, so that the victim finds a place. */
const sockets = 9_000

export const heartbeats: Attack = {
  name: 'heartbeats',
  aim: 'holds 9,000 WebSockets of 20 keys that answer their pings, over one beat',
  isForGateways: true,
  async run({ target, isLong }) {
    const opened: Socket[] = []
    let beats = 0
    const pong = frame('', 0x8a)
    for (const { client } of await target.createKeys(sockets / 450)) {
      for (const socket of await openAll(target, client, 450)) {
        opened.push(socket)
        socket.on('data', (bytes: Buffer) => {
          if (bytes[0] !== 0x89) return
          beats++
          socket.write(pong)
        })
      }
    }
    // A beat takes 30 s.
    await pause(isLong ? 65_000 : 31_000)
    const alive = opened.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length
    for (const socket of opened) socket.destroy()
    await pause(1_000)
    return {
      figures: `${alive} of ${sockets} WebSockets held, ${beats} pings answered`,
      violations: violationsOf({ 'WebSockets were pinged': beats > sockets / 2 }),
    }
  },
}
