import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { openHoldings } from '../limits/serverHoldings.ts'
import { silentLogger } from '../log/logger.cases.ts'
import { methodNotAllowed } from '../refusals/refusals.ts'
import { RequestIds } from '../requests/clientSession.ts'
import { PieceTurns } from '../requests/pieceTurns.ts'
import { defaultLimits, type ServerLimits } from '../settings/serverLimits.ts'
import { Reply } from './reply.ts'

function openReply(limits: Partial<ServerLimits> = {}) {
  const sent: unknown[] = []
  const left: (() => void)[] = []
  const sink = {
    address: '127.0.0.1',
    canStream: true,
    isGone: false,
    unsentBytes: 0,
    whenGone: () => () => {},
    endConnection: () => {},
    abandonBody: () => {},
    destroy() {
      sink.isGone = true
    },
    send(_: number, __: readonly string[], body: unknown, onLeft: () => void) {
      sent.push(body)
      left.push(onLeft)
      return sink.unsentBytes
    },
    begin: () => new PassThrough(),
  }
  const holdings = openHoldings({ ...defaultLimits, ...limits })
  const parts = {
    requestIds: new RequestIds(() => new Uint8Array(4)),
    holdings,
    pieceTurns: new PieceTurns(),
    accessLog: undefined,
    spans: undefined,
    metrics: undefined,
    logger: silentLogger,
    debugLogger: undefined,
    life: { isEnding: false },
  }
  const entered = { address: '192.0.2.1', encoding: undefined, trace: undefined }
  const reply = new Reply(entered, entered.address, sink, parts)
  return { reply, sink, sent, holdings, leave: () => left.shift()?.() }
}

it('a request is answered once, even if a failure follows', () => {
  const { reply, sent, holdings, leave } = openReply()
  reply.send(200, 'first', [], reply.take(5))
  reply.send(200, 'second', [], reply.take(6))
  leave()
  expect([sent, holdings.unread.sum]).toEqual([['first'], 0])
})

it('bytes of a refusal that the socket does not take are counted until they have left', () => {
  const { reply, sink, holdings, leave } = openReply()
  sink.unsentBytes = 300
  reply.refuse(methodNotAllowed())
  expect(holdings.unread.sum).toBe(300)
  leave()
  expect(holdings.unread.sum).toBe(0)
})

it('closes the connection of a client whose unread answers leave no room for a refusal', () => {
  const { reply, sink, holdings } = openReply({ unreadAnswerBytesPerClient: 1_000 })
  holdings.unread.take('192.0.2.1', 1_000, () => {})
  sink.unsentBytes = 300
  reply.refuse(methodNotAllowed())
  expect([sink.isGone, holdings.unread.sum]).toEqual([true, 1_000])
})
