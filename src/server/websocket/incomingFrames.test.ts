import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { openHoldings } from '../limits/serverHoldings.ts'
import { defaultLimits } from '../settings/serverLimits.ts'
import { IncomingFrames } from './incomingFrames.ts'

/** A WebSocket over bytes that the test sends, whose client has no turn before `takeTurns`. */
function openFrames() {
  const waiting: (() => void)[] = []
  const messages: string[] = []
  const bytes = new Duplex({ read() {}, write: (_, __, done) => done() })
  const request = new IncomingMessage(new Socket())
  request.method = 'GET'
  request.headers = {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  }
  new WebSocketServer({ noServer: true }).handleUpgrade(request, bytes, Buffer.alloc(0), (socket) => {
    new IncomingFrames(socket, bytes, {
      owner: 'client',
      turns: { takeSlice: () => false, worked: () => {}, add: (_, work) => void waiting.push(work) },
      received: openHoldings(defaultLimits).received,
      isBusy: () => false,
      pay: () => true,
      cutOff: () => {},
    })
    socket.on('message', (message) => messages.push(message.toString()))
  })
  const takeTurns = (): void => {
    for (const work of waiting.splice(0)) work()
  }
  return { bytes, messages, waiting, takeTurns }
}

/** A masked text frame whose mask is zero (RFC 6455, section 5.2). */
const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

it('messages are parsed one by one in turns of their client', async () => {
  const { bytes, messages, waiting, takeTurns } = openFrames()
  bytes.push(Buffer.concat([frame('one'), frame('two')]))
  await expect.poll(() => waiting.length).toBe(1)
  expect(messages).toEqual([])
  takeTurns()
  expect([messages, waiting.length]).toEqual([['one'], 1])
  takeTurns()
  expect(messages).toEqual(['one', 'two'])
})

it('a client that leaves while its bytes wait gets no turn', async () => {
  for (const send of [(bytes: Duplex) => bytes.push(frame('one')), (bytes: Duplex) => bytes.push(null)]) {
    const { bytes, messages, waiting, takeTurns } = openFrames()
    send(bytes)
    await expect.poll(() => waiting.length).toBe(1)
    bytes.destroy()
    await nextTurn()
    takeTurns()
    expect(messages).toEqual([])
  }
})
