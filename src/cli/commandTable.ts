import type { Command } from './commandLine/command.ts'
import type { CommandSummary } from './commandLine/help.ts'

/** A command that is loaded when it is named: the whole service takes a third of a second to load. */
export interface ListedCommand extends CommandSummary {
  readonly load: () => Promise<Command>
}

/** All commands, in the order of the help. */
export const commandTable: readonly ListedCommand[] = [
  {
    name: 'node',
    summary: 'serve networks over JSON-RPC; the default command',
    load: async () => (await import('./commands/node.ts')).nodeCommand,
  },
  {
    name: 'dev',
    summary: 'serve a development chain that Ethereum’s tools accept',
    load: async () => (await import('./commands/dev.ts')).devCommand,
  },
  {
    name: 'peg in',
    summary: 'pay bitcoins to the federation of a development chain, for RBTC',
    load: async () => (await import('./commands/peg/in.ts')).pegInCommand,
  },
  {
    name: 'peg out',
    summary: 'turn RBTC of an account of a development chain into bitcoins',
    load: async () => (await import('./commands/peg/out.ts')).pegOutCommand,
  },
  {
    name: 'peg status',
    summary: 'show the peg-ins and peg-outs of a development chain and what they wait for',
    load: async () => (await import('./commands/peg/status.ts')).pegStatusCommand,
  },
  {
    name: 'peg federation',
    summary: 'show the federation of a development chain, or change it',
    load: async () => (await import('./commands/peg/federation.ts')).pegFederationCommand,
  },
  {
    name: 'peg advance',
    summary: 'mine on both chains at once until the peg of a development chain waits for nothing',
    load: async () => (await import('./commands/peg/advance.ts')).pegAdvanceCommand,
  },
  {
    name: 'keys create',
    summary: 'create an API key, which is shown once',
    load: async () => (await import('./commands/keys/create.ts')).keysCreateCommand,
  },
  {
    name: 'keys list',
    summary: 'show all API keys with their grants and their usage today',
    load: async () => (await import('./commands/keys/list.ts')).keysListCommand,
  },
  {
    name: 'keys usage',
    summary: 'show what API keys used on the last days',
    load: async () => (await import('./commands/keys/usage.ts')).keysUsageCommand,
  },
  {
    name: 'keys revoke',
    summary: 'revoke an API key permanently',
    load: async () => (await import('./commands/keys/revoke.ts')).keysRevokeCommand,
  },
  {
    name: 'keys rotate',
    summary: 'replace the secret of an API key; the new one is shown once',
    load: async () => (await import('./commands/keys/rotate.ts')).keysRotateCommand,
  },
  {
    name: 'config check',
    summary: 'list all problems of a configuration',
    load: async () => (await import('./commands/config.ts')).checkCommand,
  },
  {
    name: 'config print',
    summary: 'show every setting with its value and source',
    load: async () => (await import('./commands/config.ts')).printCommand,
  },
  {
    name: 'config docs',
    summary: 'explain every setting',
    load: async () => (await import('./commands/config.ts')).docsCommand,
  },
  {
    name: 'import',
    summary: 'check, execute and store the blocks of files',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'export',
    summary: 'write the blocks of the canonical chain to a file',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'inspect',
    summary: 'show a stored block, transaction or account, or the rules of a network',
    load: async () => (await import('./commands/inspect.ts')).inspectCommand,
  },
  {
    name: 'verify',
    summary: 'compare everything in a data folder with its checksums and hashes',
    load: async () => (await import('./commands/verify.ts')).verifyCommand,
  },
  {
    name: 'prune',
    summary: 'remove the states of old blocks from a data folder',
    load: async () => (await import('./commands/prune.ts')).pruneCommand,
  },
  {
    name: 'backup',
    summary: 'copy the chain of a data folder, also of a running node',
    load: async () => (await import('./commands/backup.ts')).backupCommand,
  },
  {
    name: 'compact',
    summary: 'write the data file of a network anew, without free and half-empty pages',
    load: async () => (await import('./commands/compact.ts')).compactCommand,
  },
]
