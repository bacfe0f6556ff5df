import type { Command } from './commandLine/command.ts'
import type { CommandName } from './commandLine/commandSummaries.ts'

/** A command is loaded when it is named: the whole service takes long to load. */
export const commandLoaders: Readonly<Record<CommandName, () => Promise<Command>>> = {
  node: async () => (await import('./commands/node.ts')).nodeCommand,
  dev: async () => (await import('./commands/dev.ts')).devCommand,
  'peg in': async () => (await import('./commands/peg/in.ts')).pegInCommand,
  'peg out': async () => (await import('./commands/peg/out.ts')).pegOutCommand,
  'peg status': async () => (await import('./commands/peg/status.ts')).pegStatusCommand,
  'peg federation': async () => (await import('./commands/peg/federation.ts')).pegFederationCommand,
  'peg advance': async () => (await import('./commands/peg/advance.ts')).pegAdvanceCommand,
  'keys create': async () => (await import('./commands/keys/create.ts')).keysCreateCommand,
  'keys list': async () => (await import('./commands/keys/list.ts')).keysListCommand,
  'keys usage': async () => (await import('./commands/keys/usage.ts')).keysUsageCommand,
  'keys revoke': async () => (await import('./commands/keys/revoke.ts')).keysRevokeCommand,
  'keys rotate': async () => (await import('./commands/keys/rotate.ts')).keysRotateCommand,
  'config check': async () => (await import('./commands/config.ts')).checkCommand,
  'config print': async () => (await import('./commands/config.ts')).printCommand,
  'config docs': async () => (await import('./commands/config.ts')).docsCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  inspect: async () => (await import('./commands/inspect.ts')).inspectCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  prune: async () => (await import('./commands/prune.ts')).pruneCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  compact: async () => (await import('./commands/compact.ts')).compactCommand,
}
