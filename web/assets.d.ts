/* What the bundler makes of files that are not code. */
declare module '*.css' {}
