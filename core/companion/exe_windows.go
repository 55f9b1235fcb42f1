package companion

const exeSuffix = ".exe"
