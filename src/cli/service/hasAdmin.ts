import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'

/** Whether a server of the configuration has an address for the operator. */
export const hasAdmin = ({ admin, networks }: Pick<ServiceConfiguration, 'admin' | 'networks'>): boolean =>
  [admin.port, ...networks.map(({ adminPort }) => adminPort)].some((port) => port !== undefined)
