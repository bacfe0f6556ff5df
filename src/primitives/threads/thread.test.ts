import { afterEach, describe, expect, it } from 'vitest'
import type { EchoFunctions } from './echo.cases.ts'
import { Thread, ThreadGone } from './thread.ts'

const program = 'primitives/threads/echo.cases.ts'
let thread: Thread<EchoFunctions, string>
let news: string[]
let ends: Error[]

function start(): void {
  news = []
  ends = []
  thread = new Thread({
    name: 'echo',
    program,
    data: 'hear:',
    onNews: (text) => news.push(text),
    onEnd: (reason) => ends.push(reason),
  })
}
afterEach(() => thread.terminate())

describe('a thread', () => {
  it('answers blocking and asynchronous callers, and sends news in between', async () => {
    start()
    const later = thread.ask('echoLater', 'b')
    expect(thread.askAndWait('echo', 'a', 60_000)).toBe('hear: a')
    expect(news).toEqual(['news before b'])
    expect(await later).toBe('b')
  })

  it('rejects with the error of a function, and continues', async () => {
    start()
    await expect(thread.ask('fail', 'wrong')).rejects.toThrow('wrong')
    expect(() => thread.askAndWait('fail', 'wrong again', 60_000)).toThrow('wrong again')
    expect(await thread.ask('echo', 'a')).toBe('hear: a')
  })

  it('returns undefined to a blocking caller after the time limit', async () => {
    start()
    await thread.ask('echo', 'a')
    thread.tell('block', undefined)
    expect(thread.askAndWait('echo', 'b', 10)).toBeUndefined()
  })

  it('reports once why it has ended, after its last news, and rejects pending calls', async () => {
    start()
    thread.tell('exit', undefined)
    await expect(thread.ask('echo', 'a')).rejects.toThrow('the thread echo has ended')
    expect(news).toEqual(['last news'])
    expect(ends).toEqual([expect.any(ThreadGone)])
    expect(thread.isOpen).toBe(false)
    await expect(thread.ask('echo', 'b')).rejects.toThrow(ThreadGone)
  })

  it('ends with the error when a function that was called without an answer throws', async () => {
    start()
    thread.tell('fail', 'broken')
    await expect(thread.ask('echo', 'a')).rejects.toThrow('broken')
    expect(ends).toEqual([expect.objectContaining({ message: 'broken' })])
  })

  it('is terminated when it does not answer in time', async () => {
    start()
    await thread.ask('echo', 'a')
    thread.expectAnswers(0)
    expect(await thread.ask('echo', 'b')).toBe('hear: b')
    const blocked = thread.ask('block', undefined)
    thread.expectAnswers(10)
    await expect(blocked).rejects.toThrow(ThreadGone)
    expect(ends).toHaveLength(1)
  })

  it('rejects pending calls when it is terminated, without reporting an end', async () => {
    start()
    const asked = thread.ask('echo', 'a')
    thread.terminate(new Error('not needed'))
    await expect(asked).rejects.toThrow('not needed')
    expect(() => thread.askAndWait('echo', 'b', 60_000)).toThrow('not needed')
    expect(ends).toEqual([])
  })
})
