/* A program of the engine protocol in C: it takes one of the legal actions by chance. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Write an action: the notations stand in `"legal":["…","…"]`, and have no quotation marks inside. */
static void choose(const char *line)
{
    const char *at = strstr(line, "\"legal\":[\"");
    const char *chosen = NULL;
    int length = 0, seen = 0;
    if (at == NULL)
        exit(2);
    at += strlen("\"legal\":[\"");
    for (;;) {
        const char *end = strchr(at, '"');
        if (end == NULL)
            exit(2);
        if (rand() % ++seen == 0) {
            chosen = at;
            length = (int)(end - at);
        }
        if (end[1] != ',')
            break;
        at = end + 3;
    }
    printf("action %.*s\n", length, chosen);
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strncmp(line, "hello ", 6) == 0)
            printf("ready chance.c\n");
        else if (strncmp(line, "match ", 6) == 0)
            printf("ready\n");
        else if (strncmp(line, "decide ", 7) == 0)
            choose(line);
        else if (strncmp(line, "quit", 4) == 0)
            break;
        fflush(stdout);
    }
    free(line);
    return 0;
}
