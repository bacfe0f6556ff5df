/* The headers between gateways and nodes. */

/** The secret of the fleet. */
export const secretHeader = 'x-cambium-fleet'
/** The client of the gateway: `key:ID` or `guest:ADDRESS`. */
export const clientHeader = 'x-cambium-client'
/** The error dialect that the client's key names. */
export const errorsHeader = 'x-cambium-errors'
/** The best block of the node when its answer left: `NUMBER,HASH`. */
export const headHeader = 'x-cambium-head'
/** The work of each call of the body, in order: `gas,logs,threadMs,errorCode` each, with semicolons between them. */
export const workHeader = 'x-cambium-work'
