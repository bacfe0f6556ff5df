import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { SocketTurns } from '../limits/socketTurns.ts'
import { WebSocketOutbox } from './webSocketOutbox.ts'

/** An outbox whose socket takes messages while `room` is positive. */
function openOutbox(turns = new SocketTurns(), owner = 'one') {
  const sent: string[] = []
  const state = { room: Infinity, isGone: false }
  const notify = (name: string): void => {
    state.room--
    sent.push(name)
  }
  const outbox = new WebSocketOutbox({
    notify,
    owner,
    turns,
    isGone: () => state.isGone,
    hasRoom: () => state.room > 0,
  })
  const answer = (name: string): void => outbox.addAnswer(() => notify(name))
  return { outbox, sent, state, answer }
}

/** The time of this turn of the event loop is over. */
function useUp(turns: SocketTurns): void {
  vi.spyOn(turns, 'takeSlice').mockReturnValue(false)
}

describe('the messages to a socket', () => {
  it('are sent at once when nothing waits', () => {
    const { outbox, sent, answer } = openOutbox()
    answer('answer')
    outbox.addNotification('notification')
    expect(sent).toEqual(['answer', 'notification'])
  })

  it('keep their order when the turn of the event loop is over', async () => {
    const turns = new SocketTurns()
    const { outbox, sent, answer } = openOutbox(turns)
    useUp(turns)
    const names = Array.from({ length: 3_000 }, (_, index) => `${index}`)
    for (const name of names) {
      if (Number(name) % 100 === 50) answer(name)
      else outbox.addNotification(name)
    }
    expect([sent, outbox.answers]).toEqual([[], 30])
    while (!outbox.isEmpty) await nextTurn()
    expect([sent, outbox.answers]).toEqual([names, 0])
  })

  it('of one client do not keep those of another waiting', async () => {
    const turns = new SocketTurns()
    const [many, few] = [openOutbox(turns, 'many'), openOutbox(turns, 'few')]
    useUp(turns)
    for (let count = 0; count < 200_000; count++) many.outbox.addNotification('x')
    few.outbox.addNotification('y')
    while (!few.outbox.isEmpty) await nextTurn()
    expect(many.outbox.isEmpty).toBe(false)
  })

  it('wait while the socket is full', async () => {
    const turns = new SocketTurns()
    const { outbox, sent, state } = openOutbox(turns)
    state.room = 2
    for (const name of ['a', 'b', 'c', 'd']) outbox.addNotification(name)
    await nextTurn()
    await nextTurn()
    expect(sent).toEqual(['a', 'b'])
    state.room = 2
    outbox.goOn()
    while (!outbox.isEmpty) await nextTurn()
    expect(sent).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are all sent before a connection is closed', () => {
    const turns = new SocketTurns()
    const { outbox, sent, answer } = openOutbox(turns)
    useUp(turns)
    outbox.addNotification('a')
    answer('b')
    outbox.flush()
    expect(sent).toEqual(['a', 'b'])
  })

  it('are forgotten when the socket is closed', async () => {
    const turns = new SocketTurns()
    const { outbox, sent, state, answer } = openOutbox(turns)
    useUp(turns)
    outbox.addNotification('a')
    answer('b')
    state.isGone = true
    while (!outbox.isEmpty) await nextTurn()
    expect([sent, outbox.answers]).toEqual([[], 0])
  })
})
