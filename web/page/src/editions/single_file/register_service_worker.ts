/** The file is the copy. */
export function register_service_worker(): void {}
