import { expect, it, vi } from 'vitest'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { PastTurns } from './pastTurns.ts'
import { Resumption } from './resumption.ts'

function openResumption() {
  let deliver: Deliver = () => {}
  const leave = vi.fn()
  const join = (live: Deliver) => {
    deliver = live
    return leave
  }
  const resumption = new Resumption({ join, owner: 'alice', turns: new PastTurns() })
  return { resumption, leave, tell: (payload: string) => deliver(payload) }
}

const pastOf = (...parts: readonly (readonly string[])[]) =>
  async function* () {
    yield* parts
  }

const room = { isGone: false, worked: () => {}, whenRoom: setImmediate }

it('delivers the past, then the notifications held meanwhile, then new ones', async () => {
  const { resumption, tell } = openResumption()
  tell('before the restart')
  resumption.restart()
  tell('c')
  const told: string[] = []
  const fail = vi.fn()
  resumption.from(pastOf(['a'], [], ['b'])).follow((payload) => told.push(payload), { ...room, fail })
  await vi.waitUntil(() => told.length === 3, 20_000)
  tell('d')
  expect(told).toEqual(['a', 'b', 'c', 'd'])
  expect(fail).not.toHaveBeenCalled()
})

it.each([
  ['many payloads', 10_001, 'x'],
  ['long payloads', 5, 'x'.repeat(1 << 20)],
])('ends when the client reads nothing while there are %s', (_, count, payload) => {
  const { resumption, leave, tell } = openResumption()
  const fail = vi.fn()
  resumption.from(pastOf(['a'])).follow(() => {}, { ...room, whenRoom: () => {}, fail })
  for (let index = 0; index < count; index++) tell(payload)
  expect(leave).toHaveBeenCalledOnce()
  expect(fail).toHaveBeenCalledOnce()
})

it('fails immediately when too many notifications were held before it began', () => {
  const { resumption, leave, tell } = openResumption()
  for (let index = 0; index < 10_001; index++) tell('x')
  expect(leave).toHaveBeenCalledOnce()
  const fail = vi.fn()
  resumption.from(pastOf(['a'])).follow(() => {}, { ...room, fail })
  expect(fail).toHaveBeenCalledOnce()
})
