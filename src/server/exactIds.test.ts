import { expect, it } from 'vitest'
import { openServerWorld } from './serverWorld.cases.ts'

it.each([
  '9223372036854775807',
  '-9223372036854775808',
  '123456789012345678901234567890',
  '1234567890123456',
])('echoes every digit of the id %s', async (id) => {
  const world = await openServerWorld()
  const request = `{"jsonrpc":"2.0","id": ${id} ,"method":"test_name","params":["\\"id\\":${id}"]}`
  const answer = `{"jsonrpc":"2.0","id":${id},"result":"regtest"}`
  expect((await world.post(request)).text).toBe(answer)
  expect((await world.post(`[${request},${request}]`)).text).toBe(`[${answer},${answer}]`)
  expect((await world.post(request.replace('test_name', 'nonsense'))).text).toContain(`"id":${id},"error"`)
})

it('other ids are echoed unchanged', async () => {
  const world = await openServerWorld()
  for (const id of [0, -1, 1.5, '', 'a"b', '9223372036854775807', '\u00001', null]) {
    expect((await world.post({ id, method: 'test_name' })).body).toMatchObject({ id })
  }
})

it('numbers that are not JSON are refused', async () => {
  const world = await openServerWorld()
  for (const id of ['01234567890123456', '+1234567890123456', '1234567890123456n']) {
    expect((await world.post(`{"id":${id},"method":"test_name"}`)).body?.error?.code).toBe(-32700)
  }
})
