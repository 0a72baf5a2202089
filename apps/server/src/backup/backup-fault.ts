/** Why a backup can't be made or read, in one line for a person. */
export class BackupFault extends Error {}
