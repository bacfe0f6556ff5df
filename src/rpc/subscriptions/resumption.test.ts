import { expect, it, vi } from 'vitest'
import type { Deliver } from './audience.ts'
import { Resumption } from './resumption.ts'

function openResumption() {
  let deliver: Deliver = () => {}
  const leave = vi.fn()
  const resumption = new Resumption((live) => {
    deliver = live
    return leave
  })
  return { resumption, leave, tell: (payload: string) => deliver(payload) }
}

async function* pastOf(...parts: readonly (readonly string[])[]) {
  yield* parts
}

it('delivers the past, then what was held, then what happens', async () => {
  const { resumption, tell } = openResumption()
  tell('before the restart')
  resumption.restart()
  tell('c')
  const told: string[] = []
  const fail = vi.fn()
  resumption.from(pastOf(['a'], [], ['b'])).follow((payload) => told.push(payload), {
    whenRoom: setImmediate,
    fail,
  })
  await vi.waitUntil(() => told.length === 3)
  tell('d')
  expect(told).toEqual(['a', 'b', 'c', 'd'])
  expect(fail).not.toHaveBeenCalled()
})

it.each([
  ['many payloads', 10_001, 'x'],
  ['long payloads', 5, 'x'.repeat(1 << 20)],
])('ends with a client that reads nothing while there are %s', (_, count, payload) => {
  const { resumption, leave, tell } = openResumption()
  const fail = vi.fn()
  resumption.from(pastOf(['a'])).follow(() => {}, { whenRoom: () => {}, fail })
  for (let index = 0; index < count; index++) tell(payload)
  expect(leave).toHaveBeenCalledOnce()
  expect(fail).toHaveBeenCalledOnce()
})

it('ends at once when too much has happened before it began', () => {
  const { resumption, leave, tell } = openResumption()
  for (let index = 0; index < 10_001; index++) tell('x')
  expect(leave).toHaveBeenCalledOnce()
  const fail = vi.fn()
  resumption.from(pastOf(['a'])).follow(() => {}, { whenRoom: setImmediate, fail })
  expect(fail).toHaveBeenCalledOnce()
})
