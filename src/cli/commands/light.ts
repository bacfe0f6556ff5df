import { beliefText } from '../../light/beliefText.ts'
import { LightError } from '../../light/lightError.ts'
import type { LightNode } from '../../node/light/lightNode.ts'
import { reasonOf } from '../../primitives/errors.ts'
import { printable } from '../../primitives/printable.ts'
import type { WorkStep } from '../../primitives/work/workProgress.ts'
import type { Command, Option } from '../commandLine/command.ts'
import {
  lightConfiguration,
  lightOptions,
  readLightConfiguration,
} from '../configuration/lightConfiguration.ts'
import { lightAnnouncement, lightBanner, stoppedText } from '../service/lightBanner.ts'
import { explained, type LightService, openLightService } from '../service/lightService.ts'
import { textLogger } from '../service/openLogs.ts'
import { StopRequest } from '../terminal/stopRequest.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { WorkLine } from '../terminal/workLine.ts'

const jsonOption: Option = {
  name: 'json',
  group: 'Output',
  summary: 'print the address and what is believed as one JSON object',
}

const lightCommand: Command = {
  name: 'light',
  description: `Serve JSON-RPC at http://127.0.0.1:8545, and check every answer of the endpoints that it asks.
Headers are believed because of their proof of work, which Bitcoin's miners have done. Balances, contracts,
transactions, receipts and logs are proved against a believed header, and calls are executed here on
proved state. An endpoint that lies is put aside; one alone can withhold answers, but not falsify them.

What nothing proves, such as the pools and peers of others, is refused with the reason.

A setting is taken from its flag, else from its environment variable (CAMBIUM_LIGHT_RPC for --rpc), else
from [light] in the file of --config. Other users of the machine see flags: set URLs with keys by the
environment or the file. No message shows more of a URL than its host.`,
  examples: [
    'cambium light --rpc https://node.example,https://other.example',
    'CAMBIUM_LIGHT_RPC=https://node.example/KEY cambium light    # a key that other users do not see',
    'cambium light --network regtest --rpc http://127.0.0.1:4444 --port 8546  # beside cambium node',
    'cambium light --rpc https://node.example --data headers     # link every header, and keep them',
  ],
  options: [...lightOptions, jsonOption],

  async run(given, terminal) {
    const configuration = lightConfiguration(readLightConfiguration(given))
    const isJson = given.options.has(jsonOption.name)
    const linking = new WorkLine(terminal)
    const problems = new Problems(terminal)
    const stop = new StopRequest()
    const opening = new AbortController()
    void stop.received.then(() => opening.abort())
    let linked: WorkStep | undefined
    let end: LightError | undefined
    let service: LightService | undefined
    let endDisplay = (): void => {}
    try {
      service = await openLightService(configuration, {
        logger: textLogger({
          level: () => 'warn',
          now: Date.now,
          write: (line) => terminal.note(line.trimEnd()),
        }),
        onProgress(step) {
          linked = step
          linking.show(step)
        },
        signal: opening.signal,
        onProblem(error) {
          if (error instanceof LightError) {
            end = error
            stop.request()
          } else problems.tell(reasonOf(error))
        },
      })
      linking.finish()
      const text = isJson ? JSON.stringify(lightAnnouncement(service)) : lightBanner(service, configuration)
      terminal.print(text)
      endDisplay = showBelief(service.node, problems, terminal)
      if (end === undefined) await stop.received
      endDisplay()
      if (end !== undefined) throw explained(end, configuration)
      return undefined
    } catch (error) {
      if (service !== undefined || stop.exitCode === undefined) throw error
      linking.finish()
      terminal.note(stoppedText(linked, configuration))
      return stop.exitCode
    } finally {
      linking.finish()
      endDisplay()
      await service?.close()
      stop.forget()
    }
  },
}

/** Notes about problems, each once until it ends. */
class Problems {
  readonly #terminal: Terminal
  #told = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  tell(problem: string): void {
    if (problem === this.#told) return
    this.#told = problem
    this.#terminal.note(printable(problem))
  }

  over(): void {
    this.#told = ''
  }
}

const displayMs = 1_000

/** Says which endpoints are not asked, and on a terminal what is believed. Returns a function that ends it. */
function showBelief({ headers, endpoints }: LightNode, problems: Problems, terminal: Terminal): () => void {
  const { status } = terminal
  const standings = new Map<string, string>()
  const show = (): void => {
    for (const { shown, standing, reason } of endpoints.endpoints) {
      const before = standings.get(shown) ?? 'good'
      standings.set(shown, standing)
      if (standing === 'aside' && before !== 'aside')
        terminal.note(`${shown} is not asked any more: it ${printable(reason ?? '')}`)
      if (standing === 'good' && before !== 'good') {
        terminal.note(`${shown} is asked again`)
        problems.over()
      }
    }
    status?.show(beliefText(headers.belief).slice(0, status.columns - 1))
  }
  const timer = setInterval(show, displayMs)
  return () => {
    clearInterval(timer)
    status?.clear()
  }
}

export const commands = [lightCommand]
