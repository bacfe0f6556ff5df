import { reasonOf } from '../../../primitives/errors.ts'
import type { Arguments, Option } from '../../commandLine/command.ts'
import { CommandFailure, UsageError } from '../../commandLine/errors.ts'
import type { Terminal } from '../../terminal/terminal.ts'

export const urlOption: Option = {
  name: 'url',
  value: 'URL',
  summary: 'where cambium dev --peg answers (default: http://127.0.0.1:8545)',
}
export const jsonOption: Option = { name: 'json', summary: 'print the answer as one JSON object' }
export const noWaitOption: Option = {
  name: 'no-wait',
  summary: 'return at once instead of showing the progress',
}

/** A member of an answer. */
export type Facts = Readonly<Record<string, unknown>>

/** Asks a running development chain. Throws `CommandFailure` with its words. */
export async function askPeg(
  given: Arguments,
  method: string,
  ...params: readonly unknown[]
): Promise<Facts> {
  const url = given.options.get(urlOption.name) ?? 'http://127.0.0.1:8545'
  const answer = await answerOf(url, { jsonrpc: '2.0', id: 1, method, params })
  if (answer.error !== undefined) throw new CommandFailure(answer.error.message)
  return typeof answer.result === 'object' && answer.result !== null ? { ...answer.result } : {}
}

interface PegAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

async function answerOf(url: string, request: object): Promise<PegAnswer> {
  let response: Response
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
  } catch (error) {
    const { cause } = error instanceof Error ? error : { cause: undefined }
    throw new CommandFailure(
      `${url} does not answer (${reasonOf(cause ?? error)}): is cambium dev --peg running?`,
    )
  }
  try {
    const answer: PegAnswer = JSON.parse(await response.text())
    return answer
  } catch {
    throw new CommandFailure(`${url} answers with status ${response.status} and no JSON`)
  }
}

/** Whether the answer was printed as JSON. */
export function printedAsJson(given: Arguments, terminal: Terminal, answer: Facts): boolean {
  if (!given.options.has(jsonOption.name)) return false
  terminal.print(JSON.stringify(answer))
  return true
}

const satoshiDigits = 8

/** Satoshis of an amount as 0.5. */
export function satoshisOf(text: string | undefined): number {
  const match = /^(\d{1,8})(?:\.(\d{1,8}))?$/.exec(text ?? '')
  if (match === null) throw new UsageError('give an amount of BTC as 0.5')
  const [, whole = '0', part = ''] = match
  return Number(whole + part.padEnd(satoshiDigits, '0'))
}

/** An amount of BTC without needless zeros. */
export function bitcoins(satoshis: unknown): string {
  const digits = String(satoshis).padStart(satoshiDigits + 1, '0')
  const part = digits.slice(-satoshiDigits).replace(/0+$/, '')
  return `${digits.slice(0, -satoshiDigits)}${part === '' ? '' : `.${part}`} BTC`
}

/** The list of an answer with this name. */
export const listIn = (answer: Facts, name: string): readonly Facts[] => {
  const list = answer[name]
  return Array.isArray(list) ? list : []
}

/** The object of an answer with this name. */
export function objectIn(answer: Facts, name: string): Facts | undefined {
  const value = answer[name]
  return typeof value === 'object' && value !== null ? { ...value } : undefined
}
