import { describe, expect, test } from 'vitest'
import { JsonText } from './jsonText.ts'
import { plainResult } from './result.ts'
import { StreamedJson } from './streamedJson.ts'

async function* pieces(...texts: readonly (string | Error)[]): AsyncGenerator<string> {
  for (const text of texts) {
    if (text instanceof Error) throw text
    yield text
  }
}

const explain = (error: unknown) => new Error(`explained: ${error instanceof Error ? error.message : ''}`)

describe('a result', () => {
  test('in pieces is the value that they spell', async () => {
    expect(await plainResult(new StreamedJson(pieces('{"a":[1', ',2]', '}')))).toEqual({ a: [1, 2] })
  })

  test('that is written already is the value of its text', async () => {
    expect(await plainResult(new JsonText('{"a":null}'))).toEqual({ a: null })
  })

  test('that is a value is itself', async () => {
    expect(await plainResult({ a: null })).toEqual({ a: null })
  })
})

describe('pieces that are explained', () => {
  test('are the same when nothing fails', async () => {
    expect(await plainResult(new StreamedJson(pieces('[', ']')).explaining(explain))).toEqual([])
  })

  test('tell what failed in other words', async () => {
    const failing = new StreamedJson(pieces('[', new Error('disk'))).explaining(explain)
    await expect(plainResult(failing)).rejects.toThrow('explained: disk')
  })

  test('pass on at once that no more is wanted', async () => {
    let isStopped = false
    const source: AsyncIterator<string> = {
      next: () => new Promise(() => {}),
      async return() {
        isStopped = true
        return { done: true, value: undefined }
      },
    }
    const explained = new StreamedJson({ [Symbol.asyncIterator]: () => source }).explaining(explain)
    const iterator = explained.pieces[Symbol.asyncIterator]()
    void iterator.next()
    await iterator.return?.()
    expect(isStopped).toBe(true)
  })
})
