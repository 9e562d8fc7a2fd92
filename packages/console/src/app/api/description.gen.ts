// Written by `npm run client -w @filmgate/console` from the description of a server.
export interface paths {
    "/api/v1/admin/account-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            families: {
                                display_name: string;
                                id: string;
                            }[];
                            provider_details: {
                                can_be_tested: boolean;
                                catalog: string | null;
                                /** @enum {string} */
                                charges: "acceptance" | "success";
                                credential: {
                                    name: string;
                                    secret: boolean;
                                }[];
                                docs_read: string | null;
                                families: string[];
                                /** @enum {string} */
                                finds_by: "own-key" | "own-id" | "notice" | "mark" | "list" | "none";
                                id: string;
                                images_at_once: boolean;
                                origin: string | null;
                                protocol: string;
                                /** @enum {string} */
                                unit: "credits" | "usd" | "tokens" | "units";
                            }[];
                            providers: string[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Account"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        budget?: {
                            amount: number;
                            /** @enum {string} */
                            per: "ever" | "day" | "month";
                        } | null;
                        concurrency?: number;
                        credits?: number | null;
                        enabled?: boolean;
                        endpoint?: string;
                        exclusive?: boolean;
                        families?: string[];
                        label: string;
                        secret?: string;
                        /** @enum {boolean} */
                        without_test?: true;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            account: components["schemas"]["Account"];
                            test: {
                                credits: number | null;
                                is_assumed: boolean;
                                reason: string | null;
                                /** @enum {string} */
                                result: "ready" | "login_required" | "unreadable";
                            } | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            account: components["schemas"]["Account"];
                        };
                    };
                };
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        budget?: {
                            amount: number;
                            /** @enum {string} */
                            per: "ever" | "day" | "month";
                        } | null;
                        concurrency?: number;
                        credits?: number | null;
                        enabled?: boolean;
                        exclusive?: boolean;
                        families?: string[];
                        force?: boolean;
                        label?: string;
                        secret?: string;
                        /** @enum {boolean} */
                        without_test?: true;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            account: components["schemas"]["Account"];
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/v1/admin/accounts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            account: components["schemas"]["Account"];
                            credits: number | null;
                            is_assumed: boolean;
                            reason: string | null;
                            /** @enum {string} */
                            result: "ready" | "login_required" | "unreadable";
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            local_url: string;
                            tasks_url: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    cursor?: string;
                    limit?: string;
                    text?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ApiUser"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        max_open_jobs?: number | null;
                        max_requests_per_minute?: number | null;
                        name: string;
                        total_limit?: number | null;
                    };
                };
            };
            responses: {
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_user: components["schemas"]["ApiUser"];
                            key: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        enabled?: boolean;
                        max_open_jobs?: number | null;
                        max_requests_per_minute?: number | null;
                        name?: string;
                        total_limit?: number | null;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_user: components["schemas"]["ApiUser"];
                        };
                    };
                };
            };
        };
        trace?: never;
    };
    "/api/v1/admin/api-users/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        confirm: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_user: components["schemas"]["ApiUser"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-users/{id}/revoke-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            link_epoch: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/api-users/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_user: components["schemas"]["ApiUser"];
                            key: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    action?: string;
                    actor?: string;
                    cursor?: string;
                    limit?: string;
                    target?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AuditEntry"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: date-time */
                            at: string;
                            jump: {
                                /** Format: date-time */
                                clock_at: string;
                                /** Format: date-time */
                                confirmed_at: string;
                            } | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/clock/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** Format: date-time */
                            at: string;
                            jump: {
                                /** Format: date-time */
                                clock_at: string;
                                /** Format: date-time */
                                confirmed_at: string;
                            } | null;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    account?: string;
                    cursor?: string;
                    from?: string;
                    limit?: string;
                    model?: string;
                    owner?: string;
                    state?: string;
                    text?: string;
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AdminJob"][];
                            next_cursor: string | null;
                            unreadable: string[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            accounts: {
                                id: string;
                                label: string;
                            }[];
                            job: components["schemas"]["AdminJob"];
                            submissions: {
                                correlation_id: string;
                                has_handle: boolean;
                                /** Format: date-time */
                                recorded_at: string;
                                /** Format: date-time */
                                send_deadline_at: string;
                            }[];
                            trail: {
                                actor: string | null;
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                by: "caller" | "runner" | "check" | "operator" | "notice";
                                detail: {
                                    account?: string | null;
                                    /** @enum {string} */
                                    awaits?: "host" | "permission" | "usable-result" | "space" | "account";
                                    /** @enum {string} */
                                    because?: "name-lost" | "not-searchable" | "denied" | "other-secret" | "several" | "forgotten" | "doubled";
                                    candidates?: number | string[];
                                    /** @enum {string} */
                                    charge?: "charged" | "not-charged" | "unknown";
                                    /** @enum {string} */
                                    code?: "content_rejected" | "request_rejected" | "account_login_lost" | "account_credits_exhausted" | "account_forbidden" | "account_removed" | "owner_erased" | "not_configured" | "cancelled_by_operator" | "rate_limited" | "upstream_unavailable" | "generation_failed" | "result_invalid" | "submission_not_found" | "outcome_ruled_charged" | "outcome_ruled_not_charged";
                                    correlation?: string | null;
                                    detail?: string;
                                    effective?: {
                                        [key: string]: unknown;
                                    };
                                    endpoint?: string;
                                    fetched_until?: number;
                                    held_by?: string;
                                    in_a_row?: number;
                                    looks?: number;
                                    model?: string;
                                    note?: string;
                                    origin?: string;
                                    /** @enum {string} */
                                    outcome?: "charged" | "not_charged" | "found";
                                    owner?: string;
                                    provider_model?: string;
                                    /** @enum {string} */
                                    reason?: "policy" | "invalid" | "login" | "forbidden" | "credits" | "rate_limited" | "concurrency" | "unavailable" | "internal" | "protocol";
                                    refused?: {
                                        account: string;
                                        detail?: string;
                                        /** @enum {string} */
                                        reason: "not-the-one-asked-for" | "family-not-served" | "provider-missing" | "no-route" | "request-not-supported" | "disabled" | "draining" | "login-required" | "untested" | "already-refused" | "exhausted" | "credits-too-low" | "credits-stale" | "credits-reserved" | "budget-reached" | "provider-unavailable" | "cooling" | "busy" | "model-away" | "model-busy" | "not-prepared" | "credits-unreadable";
                                    }[];
                                    /** @enum {string} */
                                    said?: "absent" | "failed" | "denied" | "gone";
                                    sha256?: string;
                                    since?: number;
                                    size?: number;
                                    unread?: string[];
                                    until?: number;
                                    upstream_id?: string;
                                    usage?: {
                                        amount: number;
                                        figures: {
                                            [key: string]: unknown;
                                        };
                                        /** @enum {string} */
                                        unit: "credits" | "usd" | "tokens" | "units";
                                    };
                                    word?: string;
                                } & {
                                    [key: string]: unknown;
                                };
                                money: {
                                    account_id: string | null;
                                    after: {
                                        held: number;
                                        reserved: number;
                                        settled: number;
                                    };
                                    amount: number;
                                    /** @enum {string} */
                                    ledger: "quota" | "credit";
                                    /** @enum {string} */
                                    move: "reserve" | "hold" | "settle" | "refund" | "correct" | "return";
                                    /** @enum {string} */
                                    unit: "credits" | "usd" | "tokens" | "units";
                                }[];
                                /** @enum {string} */
                                what: "accepted" | "money" | "waiting" | "awaiting-configuration" | "configuration-overdue" | "account-chosen" | "account-withdrawn" | "account-gone" | "owner-erased" | "cancelled" | "marked" | "receipt" | "account-refused" | "outcome-lost" | "sent-again" | "read-failed" | "doubted" | "partly-read" | "deadline-passed" | "not-known" | "handle-taken" | "found" | "absence-proven" | "needs-ruling" | "slot-given-up" | "ruled" | "upstream-finished" | "upstream-failed" | "result-awaited" | "result-unusable" | "result-not-fetched" | "completed" | "failed" | "result-removed" | "content-erased" | "other";
                            }[];
                            waiting_for: {
                                account: string;
                                account_id: string;
                                busy: number;
                                busy_unknown: number;
                                concurrency: number;
                                credits_free: number | null;
                                detail: string | null;
                                /** @enum {string} */
                                reason: "not-the-one-asked-for" | "family-not-served" | "provider-missing" | "no-route" | "request-not-supported" | "disabled" | "draining" | "login-required" | "untested" | "already-refused" | "exhausted" | "credits-too-low" | "credits-stale" | "credits-reserved" | "budget-reached" | "provider-unavailable" | "cooling" | "busy" | "model-away" | "model-busy" | "not-prepared";
                                /** @enum {string} */
                                unit: "credits" | "usd" | "tokens" | "units";
                                unknown_until: string | null;
                                until: string | null;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            job: components["schemas"]["AdminJob"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            candidates: {
                                compared: {
                                    asked: string | number | boolean | null;
                                    field: string;
                                    reported: string | number | boolean;
                                }[];
                                created_at: string | null;
                                /** @enum {string} */
                                source: "list" | "response";
                                upstream_id: string;
                            }[];
                            /** @enum {string} */
                            checked: "upstream" | "record";
                            job: components["schemas"]["AdminJob"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/*": string;
                        "image/*": string;
                        "video/*": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/*": string;
                        "image/*": string;
                        "video/*": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/*": string;
                        "image/*": string;
                        "video/*": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "audio/*": string;
                        "image/*": string;
                        "video/*": string;
                    };
                };
            };
        };
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/look-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        account?: string;
                        upstream_id: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            job: components["schemas"]["AdminJob"];
                            sent_between: {
                                /** Format: date-time */
                                from: string;
                                /** Format: date-time */
                                to: string;
                            };
                            work: {
                                account_id: string;
                                compared: {
                                    asked: string | number | boolean | null;
                                    field: string;
                                    reported: string | number | boolean;
                                }[];
                                created_at: string | null;
                                /** @enum {string} */
                                standing: "pending" | "succeeded" | "failed";
                                upstream_id: string;
                                usage: {
                                    amount: number;
                                    /** @enum {string} */
                                    unit: "credits" | "usd" | "tokens" | "units";
                                } | null;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        note: string;
                        /** @enum {string} */
                        outcome: "charged" | "not_charged";
                    } | {
                        account?: string;
                        note: string;
                        /** @enum {string} */
                        outcome: "found";
                        upstream_id: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            job: components["schemas"]["AdminJob"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/{id}/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            id: string;
                            state: string;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/acts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        act: "check" | "cancel";
                        ids: string[];
                    } | {
                        /** @enum {string} */
                        act: "resolve";
                        ids: string[];
                        note: string;
                        /** @enum {string} */
                        outcome: "charged" | "not_charged";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                job: components["schemas"]["AdminJob"] | null;
                                reason: ("not-found" | "nothing-to-ask" | "maybe-sent" | "not-unknown") | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/jobs/acts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        act: "check" | "cancel" | "resolve";
                        ids: string[];
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                job: components["schemas"]["AdminJob"] | null;
                                reason: ("not-found" | "nothing-to-ask" | "maybe-sent" | "not-unknown") | null;
                            }[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["ModelFamily"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Overview"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        current_password: string;
                        new_password: string;
                        one_time_code?: string;
                    };
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/request-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    caller?: string;
                    cursor?: string;
                    from?: string;
                    job_id?: string;
                    limit?: string;
                    model?: string;
                    path?: string;
                    status?: string;
                    text?: string;
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["RequestLogEntry"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/request-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    caller?: string;
                    format: "csv" | "jsonl";
                    from?: string;
                    job_id?: string;
                    model?: string;
                    path?: string;
                    status?: string;
                    text?: string;
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/jsonl": string;
                        "text/csv": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/request-logs/histogram": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    bucket_ms: string;
                    caller?: string;
                    from: string;
                    job_id?: string;
                    model?: string;
                    path?: string;
                    status?: string;
                    text?: string;
                    to: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                client_gone: number;
                                failed: number;
                                ok: number;
                                open: number;
                                refused: number;
                                time: string;
                            }[];
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/revoke-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @enum {string} */
                        owner: "native" | "service";
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            link_epoch: number;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query: {
                    by?: "family" | "account";
                    from: string;
                    step: string;
                    to: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Sample"][];
                            next_cursor: null;
                            total: {
                                accepted: number;
                                busy_slots: {
                                    max: number;
                                    mean: number;
                                } | null;
                                calls: number;
                                completed: number;
                                credits_spent: number;
                                failed: number;
                                failed_calls: number;
                                free_bytes: {
                                    max: number;
                                    mean: number;
                                } | null;
                                open: {
                                    max: number;
                                    mean: number;
                                } | null;
                                samples: number;
                                to_result: {
                                    count: number;
                                    p50_ms: number | null;
                                    p95_ms: number | null;
                                };
                                to_start: {
                                    count: number;
                                    p50_ms: number | null;
                                    p95_ms: number | null;
                                };
                                total_slots: {
                                    max: number;
                                    mean: number;
                                } | null;
                                unknown_outcomes: {
                                    max: number;
                                    mean: number;
                                } | null;
                                used_bytes: {
                                    max: number;
                                    mean: number;
                                } | null;
                                waiting: {
                                    max: number;
                                    mean: number;
                                } | null;
                            } | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            recovery_codes_left: number;
                            /** @enum {string} */
                            state: "off" | "unconfirmed" | "on";
                        };
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        current_password: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            secret: string;
                            uri: string;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/second-factor/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        one_time_code: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            recovery_codes: string[];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/second-factor/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        current_password: string;
                        one_time_code?: string;
                    };
                };
            };
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["OpenAdminSession"][];
                            next_cursor: string | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            ended: number;
                        };
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Setting"][];
                        };
                    };
                };
            };
        };
        put: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["Setting"][];
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            disk_full: boolean;
                            /** @enum {string} */
                            kind: "sqlite" | "redis";
                            loss: {
                                detail: string;
                                /** @enum {string} */
                                kind: "went_back" | "elsewhere" | "gone";
                                missing_changes: number | null;
                                noticed_at: string | null;
                            } | null;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/admin/unreadable-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: {
                                id: string;
                                /** Format: date-time */
                                noticed_at: string;
                                reason: string;
                            }[];
                            total: number;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        one_time_code?: string;
                        password: string;
                        username: string;
                    };
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminSession"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdminSession"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/local-video/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    last_event_id?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: never;
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/local-video/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    before?: string;
                    limit?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WorkbenchJobs"];
                    };
                };
            };
        };
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CreateWorkbenchJobInput"];
                };
            };
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WorkbenchJob"];
                    };
                };
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WorkbenchJob"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/local-video/jobs/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @enum {string} */
                            checked: "upstream" | "record";
                            job: components["schemas"]["WorkbenchJob"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/local-video/jobs/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: {
                    download?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/*": string;
                        "video/*": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/*": string;
                        "video/*": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head: {
            parameters: {
                query?: {
                    download?: string;
                };
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/*": string;
                        "video/*": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/*": string;
                        "video/*": string;
                    };
                };
            };
        };
        patch?: never;
        trace?: never;
    };
    "/local-video/jobs/{id}/references/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    index: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": string;
                        "image/png": string;
                        "image/webp": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": string;
                        "image/png": string;
                        "image/webp": string;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                    index: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": string;
                        "image/png": string;
                        "image/webp": string;
                    };
                };
                206: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "image/jpeg": string;
                        "image/png": string;
                        "image/webp": string;
                    };
                };
            };
        };
        patch?: never;
        trace?: never;
    };
    "/local-video/jobs/{id}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            account: string | null;
                            aspect_ratio: string;
                            duration: number | null;
                            generate_audio: boolean;
                            model: string;
                            negative_prompt: string | null;
                            prompt: string;
                            reference_images: {
                                content_type: string;
                                /** @enum {string} */
                                role: "first_frame" | "last_frame" | "reference_image" | "reference_video" | "reference_audio";
                                size: number;
                                url?: string;
                            }[];
                            resolution: string;
                        };
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/local-video/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WorkbenchModels"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            budget: {
                amount: number;
                /** @enum {string} */
                per: "ever" | "day" | "month";
            } | null;
            busy: number;
            busy_unknown: number;
            concurrency: number;
            cooling_until: string | null;
            credits: number | null;
            credits_checked_at: string | null;
            /** @enum {string} */
            credits_source: "upstream" | "operator";
            enabled: boolean;
            endpoint: string;
            error_streak: number;
            exclusive: boolean;
            families: string[];
            has_secret: boolean;
            held_credits: number;
            id: string;
            label: string;
            last_error: string | null;
            last_success_at: string | null;
            last_used_at: string | null;
            learned: {
                away: {
                    family: string;
                    model: string;
                    until: string;
                }[];
                models: {
                    at_most: number;
                    model: string;
                    rests_until: string | null;
                }[];
                next_try_at: string | null;
            };
            makes: {
                family: string;
                free: number;
            }[];
            paid: {
                day: number;
                ever: number;
                month: number;
            };
            provider_unavailable_until: string | null;
            reserved_credits: number;
            /** @enum {string} */
            state: "ready" | "busy" | "cooling" | "exhausted" | "login_required" | "untested" | "makes_nothing" | "disabled" | "draining";
            /** @enum {string} */
            unit: "credits" | "usd" | "tokens" | "units";
            unknown_until: string | null;
        };
        AdminJob: {
            account: string | null;
            account_id: string | null;
            aspect_ratio: string;
            aspect_source: string;
            attempts: number;
            completed_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            credit: "none" | "reserved" | "held" | "settled" | "released" | "returned";
            deadline_at: string | null;
            due_at: string | null;
            error: {
                /** @enum {string} */
                code: "content_rejected" | "request_rejected" | "account_login_lost" | "account_credits_exhausted" | "account_forbidden" | "account_removed" | "owner_erased" | "not_configured" | "cancelled_by_operator" | "rate_limited" | "upstream_unavailable" | "generation_failed" | "result_invalid" | "submission_not_found" | "outcome_ruled_charged" | "outcome_ruled_not_charged";
                message: string;
            } | null;
            family: string;
            generate_audio: boolean;
            id: string;
            model: string;
            origin: string;
            owner: string;
            owner_name: string | null;
            price: number;
            progress: number;
            prompt: string;
            /** @enum {string} */
            quota: "reserved" | "held" | "settled" | "released";
            references: {
                asset_id: string | null;
                /** @enum {string} */
                kind: "image" | "video" | "audio";
                /** @enum {string} */
                role: "first_frame" | "last_frame" | "reference_image" | "reference_video" | "reference_audio";
                sha256: string;
                size: number;
            }[];
            refusals: number;
            resolution: string;
            result: {
                content_type: string;
                expires_at: string | null;
                has_audio: boolean | null;
                height: number | null;
                seconds: number | null;
                sha256: string;
                size: number;
                width: number | null;
            } | null;
            result_wait: {
                /** @enum {string} */
                awaits: "host" | "permission" | "usable-result" | "space" | "account";
                detail: string | null;
                /** Format: date-time */
                since: string;
                tries: number;
                until: string | null;
            } | null;
            route: {
                endpoint: string;
                model: string;
            } | null;
            seconds: number | null;
            spend: {
                actual: number | null;
                /** @enum {string} */
                charges: "acceptance" | "success";
                estimate: number;
                /** @enum {string} */
                unit: "credits" | "usd" | "tokens" | "units";
                usage: {
                    amount: number;
                    figures: {
                        [key: string]: unknown;
                    };
                    /** @enum {string} */
                    unit: "credits" | "usd" | "tokens" | "units";
                } | null;
            } | null;
            /** @enum {string} */
            state: "queued" | "awaiting_configuration" | "prepared" | "dispatching" | "submitted" | "polling" | "storing" | "completed" | "failed" | "outcome_unknown";
            submitted_at: string | null;
            undelivered_file: {
                content_type: string;
                sha256: string;
                size: number;
            } | null;
            unknown_since: string | null;
            /** Format: date-time */
            updated_at: string;
            warnings: {
                message: string;
                param: string;
            }[];
        };
        AdminSession: {
            /** Format: date-time */
            expires_at: string;
            user: {
                /** @constant */
                role: "admin";
                username: string;
            };
        };
        ApiUser: {
            /** Format: date-time */
            created_at: string;
            enabled: boolean;
            erasure: {
                completed_at: string | null;
                remaining: number;
                /** Format: date-time */
                requested_at: string;
            } | null;
            id: string;
            key_hint: string;
            last_used_at: string | null;
            max_open_jobs: number | null;
            max_requests_per_minute: number | null;
            name: string;
            total_limit: number | null;
            usage: {
                held: number;
                reserved: number;
                used: number;
            };
        };
        AuditEntry: {
            action: string;
            actor: string;
            address: string | null;
            after: {
                [key: string]: unknown;
            } | null;
            before: {
                [key: string]: unknown;
            } | null;
            id: string;
            session_id: string | null;
            target: string;
            /** Format: date-time */
            time: string;
        };
        ChatCompletion: {
            choices: {
                /** @constant */
                finish_reason: "stop";
                /** @constant */
                index: 0;
                message: {
                    /** Format: uri */
                    content: string;
                    /** @constant */
                    role: "assistant";
                };
            }[];
            created: number;
            id: string;
            job_id: string;
            media: {
                duration?: number | null;
                has_audio?: boolean | null;
                height: number | null;
                mime_type: string;
                /** Format: uri */
                url: string;
                width: number | null;
            };
            model: string;
            /** @constant */
            object: "chat.completion";
            /** Format: uri */
            url: string;
            usage: {
                /** @constant */
                completion_tokens: 0;
                /** @constant */
                prompt_tokens: 0;
                /** @constant */
                total_tokens: 0;
            };
            /** Format: uri */
            video_url?: string;
        };
        ChatGenerationInput: {
            generate_audio?: boolean | null;
            messages?: ({
                content?: (string | (({
                    text: string;
                    /** @constant */
                    type: "text";
                } & {
                    [key: string]: unknown;
                }) | ({
                    image_url: ({
                        role?: ("first_frame" | "last_frame" | "reference_image") | null;
                        url: string;
                    } & {
                        [key: string]: unknown;
                    }) | string;
                    /** @constant */
                    type: "image_url";
                } & {
                    [key: string]: unknown;
                }))[]) | null;
                role: string;
            } & {
                [key: string]: unknown;
            })[] | null;
            model: string;
            negative_prompt?: string | null;
            prompt?: string | null;
            stream?: boolean | null;
        } & {
            [key: string]: unknown;
        };
        CreateWorkbenchJobInput: {
            account?: string | null;
            aspect_ratio?: string | null;
            duration?: number | null;
            generate_audio?: boolean | null;
            id: string;
            model: string;
            negative_prompt?: string | null;
            prompt: string;
            reference_images?: string[] | null;
            resolution?: string | null;
        } & {
            [key: string]: unknown;
        };
        Detail: {
            detail: string;
        };
        Error: {
            error: {
                code: string;
                message: string;
                param?: string;
                /** @enum {string} */
                type: "invalid_request_error" | "server_error";
            };
        };
        ImageEditInput: {
            image: string | string[];
            model: string;
            n?: number | null;
            prompt: string;
            response_format?: ("url" | "b64_json") | null;
        } & {
            [key: string]: unknown;
        };
        ImageGenerationInput: {
            model: string;
            n?: number | null;
            prompt: string;
            response_format?: ("url" | "b64_json") | null;
        } & {
            [key: string]: unknown;
        };
        ImageList: {
            created: number;
            data: ({
                /** Format: uri */
                url: string;
            } | {
                b64_json: string;
            })[];
        };
        LocalModel: {
            description: string;
            id: string;
            /** @enum {string} */
            lost_response?: "collects" | "found_by_name" | "found_by_notice" | "found_by_match" | "person_decides";
            /** @constant */
            object: "model";
            owned_by: string;
            replaced_by?: string | null;
            retires_at?: number;
            /** @enum {string} */
            type: "video" | "image";
        };
        LocalModelList: {
            data: components["schemas"]["LocalModel"][];
            /** @constant */
            object: "list";
        };
        ModelFamily: {
            aliases: {
                alias: string;
                id: string;
            }[];
            aspect_ratios: string[];
            /** @enum {string} */
            audio: "none" | "optional" | "always";
            description: string;
            display_name: string;
            durations: number[];
            family: string;
            ids: string[];
            /** @enum {string} */
            media_type: "video" | "image";
            negative_prompt: boolean;
            owned_by: string;
            prices: {
                credits: number;
                resolution: string;
            }[];
            prompt_limit: number;
            references: {
                kinds: ("image" | "video" | "audio")[];
                max: number;
                min: number;
                roles: ("first_frame" | "last_frame" | "reference_image" | "reference_video" | "reference_audio")[];
            };
            resolutions: string[];
            retirement: {
                replaced_by: string | null;
                /** Format: date-time */
                retires_at: string;
            } | null;
            /** @enum {string} */
            surface: "tasks" | "local";
            surfaces: ("tasks" | "local")[];
            wait_seconds: number;
        };
        OpenAdminSession: {
            /** Format: date-time */
            created_at: string;
            current: boolean;
            /** Format: date-time */
            expires_at: string;
            id: string;
            /** Format: date-time */
            idle_until: string;
            /** Format: date-time */
            last_seen_at: string;
            username: string;
        };
        Overview: {
            accounts: {
                busy: number;
                busy_unknown: number;
                concurrency: number;
                id: string;
                label: string;
                slots: {
                    busy: number;
                    free: number;
                    total: number;
                };
                unknown_until: string | null;
            }[];
            at: string;
            capacity: {
                accounts: {
                    busy: number;
                    cooling: number;
                    disabled: number;
                    exhausted: number;
                    login_required: number;
                    makes_nothing: number;
                    ready: number;
                    total: number;
                    untested: number;
                };
                families: {
                    family: string;
                    slots: {
                        busy: number;
                        free: number;
                        total: number;
                    };
                    waiting: number;
                }[];
                next_opening_at: string | null;
                slots: {
                    busy: number;
                    free: number;
                    total: number;
                };
            };
            denying_accounts: {
                id: string;
                jobs: number;
                label: string;
                /** Format: date-time */
                since: string;
            }[];
            disk: {
                assets_bytes: number | null;
                database_bytes: number | null;
                free_bytes: number | null;
                free_is_low: boolean;
                measured_at: string | null;
                results_bytes: number | null;
            };
            last_hour: {
                accepted: number;
                busy_slots: {
                    max: number;
                    mean: number;
                } | null;
                calls: number;
                completed: number;
                credits_spent: number;
                failed: number;
                failed_calls: number;
                free_bytes: {
                    max: number;
                    mean: number;
                } | null;
                open: {
                    max: number;
                    mean: number;
                } | null;
                samples: number;
                to_result: {
                    count: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                };
                to_start: {
                    count: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                };
                total_slots: {
                    max: number;
                    mean: number;
                } | null;
                unknown_outcomes: {
                    max: number;
                    mean: number;
                } | null;
                used_bytes: {
                    max: number;
                    mean: number;
                } | null;
                waiting: {
                    max: number;
                    mean: number;
                } | null;
            } | null;
            queue: {
                awaiting_configuration: number;
                need_resolution: number;
                need_resolution_is_exact: boolean;
                open: number;
                unknown_outcomes: number;
                unreadable: number;
                waiting: number;
            };
            request_log: {
                bytes: number;
                max_bytes: number;
                removed_rows: number;
            };
            retiring_models: {
                family: string;
                is_retired: boolean;
                replaced_by: string | null;
                /** Format: date-time */
                retires_at: string;
            }[];
            started_at: string;
            store: {
                name: string;
                response_ms: number;
            };
            today: {
                accepted: number;
                busy_slots: {
                    max: number;
                    mean: number;
                } | null;
                calls: number;
                completed: number;
                credits_spent: number;
                failed: number;
                failed_calls: number;
                free_bytes: {
                    max: number;
                    mean: number;
                } | null;
                open: {
                    max: number;
                    mean: number;
                } | null;
                samples: number;
                to_result: {
                    count: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                };
                to_start: {
                    count: number;
                    p50_ms: number | null;
                    p95_ms: number | null;
                };
                total_slots: {
                    max: number;
                    mean: number;
                } | null;
                unknown_outcomes: {
                    max: number;
                    mean: number;
                } | null;
                used_bytes: {
                    max: number;
                    mean: number;
                } | null;
                waiting: {
                    max: number;
                    mean: number;
                } | null;
            } | null;
            today_since: string;
            version: string;
            waiting: {
                families: {
                    family: string;
                    jobs: number;
                    oldest_at: string;
                    reasons: {
                        account_ids: string[];
                        accounts: string[];
                        jobs: number;
                        reason: string;
                    }[];
                    starting: number;
                    stuck: number;
                }[];
                looked_at: number;
            };
        };
        PoolCapacity: {
            accounts: {
                busy: number;
                cooling: number;
                disabled: number;
                exhausted: number;
                login_required: number;
                ready: number;
                total: number;
            };
            families: {
                family: string;
                slots: {
                    busy: number;
                    free: number;
                    total: number;
                };
            }[];
            /** @constant */
            object: "video_pool_capacity";
            queued: number;
            slots: {
                busy: number;
                free: number;
                total: number;
            };
            /** Format: date-time */
            updated_at: string;
        };
        RequestLogEntry: {
            caller: string | null;
            count: number;
            disconnected: boolean;
            duration_ms: number | null;
            error_code: string | null;
            id: string;
            job_id: string | null;
            last_time: string;
            method: string;
            model: string | null;
            path: string;
            prompt?: string;
            prompt_digest: string | null;
            request_id: string;
            status: number | null;
            time: string;
        };
        Sample: {
            accepted: number;
            at: string;
            busy_slots: {
                max: number;
                mean: number;
            } | null;
            calls: number;
            completed: number;
            credits_spent: number;
            failed: number;
            failed_calls: number;
            free_bytes: {
                max: number;
                mean: number;
            } | null;
            groups: {
                busy: number | null;
                id: string;
                total: number | null;
                waiting: number | null;
            }[];
            open: {
                max: number;
                mean: number;
            } | null;
            samples: number;
            to_result: {
                count: number;
                p50_ms: number | null;
                p95_ms: number | null;
            };
            to_start: {
                count: number;
                p50_ms: number | null;
                p95_ms: number | null;
            };
            total_slots: {
                max: number;
                mean: number;
            } | null;
            unknown_outcomes: {
                max: number;
                mean: number;
            } | null;
            used_bytes: {
                max: number;
                mean: number;
            } | null;
            waiting: {
                max: number;
                mean: number;
            } | null;
        };
        Setting: {
            can_be_made: boolean;
            choices: string[];
            /** @enum {string} */
            group: "keys" | "reach" | "models" | "jobs" | "retention" | "sessions" | "log" | "process" | "mock";
            help: {
                en: string;
                zh: string;
            };
            /** @enum {string} */
            kind: "text" | "number" | "flag" | "choice" | "list" | "map";
            maximum: number | null;
            minimum: number | null;
            name: string;
            restart_required: boolean;
            secret: boolean;
            /** @enum {string} */
            source: "default" | "environment" | "stored";
            title: {
                en: string;
                zh: string;
            };
            unit: ("tasks" | "seconds" | "minutes" | "hours" | "days" | "times" | "percent" | "bytes" | "mebibytes") | null;
            value: string | number | boolean | null;
            variable: string;
        };
        SubmitStatus: {
            accepting: boolean;
            min_interval_ms: number;
            next_submit_in_ms: number | null;
            /** @constant */
            object: "video_submit_status";
            queued: number;
        };
        WorkbenchEvent: {
            data: components["schemas"]["WorkbenchJob"];
            id: string;
            /** @constant */
            type: "job.updated";
        } | {
            id: string;
            /** @constant */
            type: "ready";
        } | {
            id: string;
            /** @constant */
            type: "resync";
        };
        WorkbenchJob: {
            account: string | null;
            aspect_ratio: string;
            /** Format: date-time */
            created_at: string;
            duration: number | null;
            generate_audio: boolean;
            id: string;
            job_id: string;
            message?: string;
            model: string;
            progress: number;
            prompt: string;
            resolution: string;
            result_url?: string;
            /** @enum {string} */
            status: "authenticating" | "prepared" | "submitted" | "polling" | "completed" | "failed" | "outcome_unknown";
            /** Format: date-time */
            updated_at: string;
        };
        WorkbenchJobs: {
            jobs: components["schemas"]["WorkbenchJob"][];
        };
        WorkbenchModels: {
            defaults: {
                aspect_ratio: string;
                duration: number;
                generate_audio: boolean;
                model: string;
                resolution: string;
            } | null;
            models: {
                aspect_ratio: string;
                audio: {
                    default: boolean;
                    supported: boolean;
                };
                credits: number;
                description: string;
                duration: number;
                family: string;
                id: string;
                negative_prompt: boolean;
                reference_images: {
                    max: number;
                    min: number;
                    roles: string[];
                };
                resolution: string;
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
