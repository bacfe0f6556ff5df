import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { silentLogger } from '../log/logger.cases.ts'
import { RequestIds } from '../log/requestIds.ts'
import { silentMetrics } from '../metrics/serviceMetrics.ts'
import type { AnswerSink } from './answerSink.ts'
import { Reply } from './reply.ts'

it('a request is answered once, even if a failure follows', () => {
  const sent: unknown[] = []
  const sink: AnswerSink = {
    address: '127.0.0.1',
    canStream: true,
    isGone: false,
    whenGone: () => () => {},
    endConnection: () => {},
    abandonBody: () => {},
    send: (_, __, body, onLeft) => {
      sent.push(body)
      onLeft?.()
    },
    begin: () => new PassThrough(),
  }
  const parts = {
    requestIds: new RequestIds(() => new Uint8Array(4)),
    proxies: [],
    accessLog: undefined,
    metrics: silentMetrics,
    logger: silentLogger,
    isEnding: () => false,
  }
  const reply = new Reply({ method: 'POST', url: '/', headers: {} }, sink, parts)
  let left = 0
  reply.answer('first', () => left++)
  reply.send(200, 'second', [], () => left++)
  expect([sent, left]).toEqual([['first'], 2])
})
