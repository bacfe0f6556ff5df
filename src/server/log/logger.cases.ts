import type { Logger } from './logger.ts'

export const silentLogger: Logger = { isEnabled: () => false, log: () => {} }
