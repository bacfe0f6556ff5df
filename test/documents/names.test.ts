import { describe, expect, it } from 'vitest'
import { commandSummaries, loadCommand } from '../../src/cli/commandTable.ts'
import { developmentMethods } from '../../src/rpc/modules/development/developmentMethods.ts'
import { methods } from '../../src/rpc/modules/methods.ts'
import { unsupportedMethods } from '../../src/rpc/modules/unsupported.ts'
import { Registry } from '../../src/rpc/registry/registry.ts'
import { filesIn, textOf } from './documents.ts'

/* Methods, flags and commands that the pages name exist. The page of decisions also names those of other programs. */

const pages = ['README.md', 'CONTRIBUTING.md', 'deploy/README.md', ...filesIn('docs', '.md')].filter(
  (page) => page !== 'docs/decisions.md',
)

/** The code spans of a page. */
const spansOf = (page: string): string[] =>
  [...textOf(page).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)

const named = (pattern: RegExp): [page: string, name: string][] =>
  pages.flatMap((page) =>
    spansOf(page).flatMap((span) =>
      [...span.matchAll(pattern)].map(([, name]) => [page, name!] as [string, string]),
    ),
  )

const registry = new Registry([...methods, ...developmentMethods], { unsupported: unsupportedMethods })

describe('the pages', () => {
  it('name methods that exist', () => {
    const modules = [...registry.modules].join('|')
    const found = named(new RegExp(`(?:^|[ "(])((?:${modules})_[a-z][A-Za-z0-9]*)(?=$|[ "),])`, 'g'))
    expect(found.length).toBeGreaterThan(300)
    // An example of an unknown method, and the name of a notification.
    const others = ['eth_nothing', 'eth_subscription']
    const unknown = found.filter(([, name]) => registry.find(name) === undefined && !others.includes(name))
    expect(unknown).toEqual([])
  })

  it('name commands that exist', () => {
    const names = new Set(commandSummaries.flatMap(({ name }) => [name, name.split(' ')[0]!]))
    const found = named(
      /^cambium ([a-z]+(?: (?:in|out|status|federation|advance|create|list|limit|usage|revoke|rotate|check|print|docs)\b)?)/g,
    )
    expect(found.length).toBeGreaterThan(50)
    expect(found.filter(([, name]) => !names.has(name))).toEqual([])
  })

  it('name flags that exist', async () => {
    const commands = await Promise.all(commandSummaries.map(loadCommand))
    const flags = new Set(
      commands.flatMap(({ options }) => options.flatMap(({ name, alsoNamed = [] }) => [name, ...alsoNamed])),
    )
    const spans = pages.flatMap((page) => spansOf(page).map((span) => [page, span] as const))
    const own = spans.filter(([, span]) => /^(cambium |--)/.test(span))
    const found = own.flatMap(([page, span]) =>
      [...span.matchAll(/(?:^| )--([a-z][A-Za-z.-]*[A-Za-z])/g)].map(([, name]) => [page, name!] as const),
    )
    // Flags of every command, and of Foundry, Ignition, npm and a script of deploy/.
    const others = [
      'help',
      'global',
      'legacy',
      'reset',
      'skip-simulation',
      'stand-in',
      'strategy',
      'tag',
      'unlocked',
    ]
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(([, name]) => !flags.has(name) && !others.includes(name))).toEqual([])
  })
})
