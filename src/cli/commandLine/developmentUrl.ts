/** Where `cambium dev` listens by default. */
export const developmentPort = 8545
export const developmentUrl = `http://127.0.0.1:${developmentPort}`
