import type { Logger } from './log.ts'

export const silentLogger: Logger = { isEnabled: () => false, log: () => {} }
